import { afterEach, expect, test, vi } from 'vitest';
import { content } from '#content/content.ts';
import { checkTemplate } from '#server/mail/check-template.ts';
import { offeredVariables } from '#server/mail/offered-variables.ts';
import { sampleVariables } from '#server/mail/sample-variables.ts';
import { templates } from '#server/mail/templates.ts';
import { findButton } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { VariablePalette } from './variable-palette.tsx';

afterEach(() => vi.unstubAllGlobals());

const settings = {
  publicUrl: 'https://summit.example.org',
  contact: { phone: '1', email: 'hello@example.org' },
};

/** What pressing the variable's button inserts. */
async function insertedBy(name: string): Promise<string> {
  let inserted = '';
  const onInsert = (text: string) => {
    inserted = text;
  };
  const palette = await mount(() => VariablePalette({ variables: { [name]: 'Its meaning' }, onInsert }));
  findButton(palette.result, name).props.onClick();
  return inserted;
}

test.each(templates.map(({ type }) => type))('what each button inserts in %s can be saved', async (kind) => {
  const sample = sampleVariables(kind, content, settings, 'cid:x');
  for (const name of Object.keys(offeredVariables(kind))) {
    const textContent = await insertedBy(name);
    const problems = checkTemplate({ subject: 'Hello', htmlContent: '<p>Hello</p>', textContent }, sample);
    expect([name, problems]).toEqual([name, {}]);
  }
});

test.each([
  ['order.total', '{{ order.total }}'],
  ['tickets[].name', '{% for one in tickets %}{{ one.name }}{% endfor %}'],
  ['refund.endedTickets[]', "{{ refund.endedTickets | join: ', ' }}"],
])('the button %s inserts %s', async (name, text) => {
  expect(await insertedBy(name)).toBe(text);
});
