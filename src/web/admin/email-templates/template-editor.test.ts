import { afterEach, expect, test, vi } from 'vitest';
import type { TemplateDetails } from '#contract/email-templates.ts';
import { findByProp } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { TemplateEditor } from './template-editor.tsx';

afterEach(() => vi.unstubAllGlobals());

const OPENED: TemplateDetails = {
  ...{ id: 1, name: 'Ticket', type: 'ticket', variables: {}, versions: [] },
  ...{ subject: 'Your ticket', htmlContent: '<p>Hi</p>', textContent: 'Hi' },
  updatedAt: '2025-07-15T16:00:00.000Z',
};

test.each([
  ['after somebody else’s save, the draft asks whose text to keep', { subject: 'Theirs' }, true],
  ['after its own save, whose response was lost, it asks nothing', { subject: 'Mine' }, false],
])('%s', async (_, stored, asks) => {
  let template = OPENED;
  const editor = await mount(() => TemplateEditor({ template, initialView: 'edit' }));
  type Field = { readonly name: string; readonly onChange: (event: unknown) => void };
  const { onChange } = findByProp<Field>(editor.result, 'name').props;
  const type = (value: string) => editor.act(() => onChange({ target: { name: 'subject', value } }));
  const expectQuestion = () => {
    const find = () => findByProp(editor.result, 'onTakeTheirs');
    if (asks) find();
    else expect(find).toThrow();
  };
  await type('Mine ');
  template = { ...OPENED, ...stored, updatedAt: '2025-07-15T16:05:00.000Z' };
  await editor.render();
  expectQuestion();
  const isUnsaved = findByProp<{ isSaving: boolean; when: boolean }>(editor.result, 'isSaving').props.when;
  expect(isUnsaved).toBe(asks);
  await type('Mine, and typed on');
  expectQuestion();
});
