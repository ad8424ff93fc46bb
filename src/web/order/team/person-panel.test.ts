import { afterEach, expect, test, vi } from 'vitest';
import type { Team, TeamPerson } from '#contract/team.ts';
import { findByProp } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { sampleRegistration } from '#test/sample-order.ts';
import type { usePersonForm } from '../../person-form.tsx';
import { doneWords, PersonPanel, removalWords } from './person-panel.tsx';

afterEach(() => vi.unstubAllGlobals());

test.each([
  [
    true,
    'The ticket stops working immediately, and the seat is free again. We will email ada@example.org. There is no refund.',
  ],
  [false, 'The ticket stops working immediately, and the seat is free again. There is no refund.'],
])('a person’s removal announces an email only if one is sent: %s', (isTold, words) => {
  expect(removalWords({ email: 'ada@example.org', isTold })).toBe(words);
});

const ana = { firstName: 'Ana', lastName: 'Sample', email: 'ana@example.org' };

test.each([
  [false, 'A new ticket is on its way to ana@example.com. The old one no longer works.'],
  [true, 'The ticket stays as it is, and is on its way to ana@example.com.'],
])('a corrected address says what became of the ticket; checked in: %s', (isCheckedIn, description) => {
  const after = { ...ana, email: 'ana@example.com', track: null, dietaryRestrictions: null };
  expect(doneWords({ ...ana, isCheckedIn }, after)).toEqual({ title: 'Saved', description });
});

test.each([
  [
    false,
    'The ticket stays as it is. But if its holder has changed the address, a new ticket is on its way to ana@example.org.',
  ],
  [true, 'The ticket stays as it is.'],
])('a corrected name says when a new ticket is mailed; checked in: %s', (isCheckedIn, description) => {
  const after = { ...ana, firstName: 'Anna', track: null, dietaryRestrictions: null };
  expect(doneWords({ ...ana, isCheckedIn }, after)).toEqual({ title: 'Saved', description });
});

test.each([
  [false, null],
  [
    true,
    'Ana Sample has checked in, so the ticket cannot be given to someone else. You can still correct the spelling of the name.',
  ],
])(
  'another person is refused before saving if the first one is checked in: %s',
  async (isCheckedIn, words) => {
    const team = { order: { transactionId: '7K2M', eventType: 'conference' } } as Team;
    const person = { ...sampleRegistration(ana), isCheckedIn, isLeaving: false } as unknown as TeamPerson;
    const panel = await mount(() => PersonPanel({ team, person, seat: 1, onChanged: () => {} }));
    const seat = () =>
      findByProp<{ form: ReturnType<typeof usePersonForm>; refusedBy?: string }>(panel.result, 'refusedBy')
        .props;
    const notice = () =>
      findByProp<{ id: string; keepsCode: boolean; refusal: string | null }>(panel.result, 'keepsCode').props;
    expect(notice()).toMatchObject({ keepsCode: isCheckedIn, refusal: null });
    const { form } = seat().form;
    await panel.act(() => form.setValue('firstName', 'Ben'));
    expect(seat().refusedBy).toBeUndefined();
    await panel.act(() => form.setValue('email', 'ben@example.org'));
    expect([notice().refusal, seat().refusedBy]).toEqual([words, words ? notice().id : undefined]);
  },
);

test('a change is saved over the person it was typed over, so that the server refuses it if the seat has changed hands', async () => {
  let sent: { firstName: string; seen: { firstName: string } } | undefined;
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    if (body) sent = JSON.parse(String(body));
    return Response.json({}, { status: 409 });
  });
  const team = { order: { transactionId: '7K2M', eventType: 'conference' } } as Team;
  const of = (firstName: string) =>
    ({ ...sampleRegistration({ ...ana, firstName }), isCheckedIn: false }) as unknown as TeamPerson;
  let person = of('Ana');
  const panel = await mount(() => PersonPanel({ team, person, seat: 1, onChanged: () => {} }));
  const seat = () =>
    findByProp<{ form: ReturnType<typeof usePersonForm>; onSend: (typed: object) => void }>(
      panel.result,
      'onSend',
    ).props;
  await panel.act(() => seat().form.form.setValue('firstName', 'Ben', { shouldDirty: true }));
  person = of('Cy');
  await panel.act(() => seat().form.form.setValue('email', 'ben@example.org', { shouldDirty: true }));
  await panel.act(() => seat().onSend(seat().form.form.getValues()));
  expect(sent).toMatchObject({ firstName: 'Ben', seen: { firstName: 'Ana' } });
});
