import { afterEach, expect, test, vi } from 'vitest';
import { mount } from '#test/mount.ts';
import { DRAFT_KEY } from '../pending-registration.ts';
import { sessionStore } from '../storage.ts';
import { blankMember } from '../team/member-values.ts';
import { type Draft, parseDraft, readDraft, useDraftKeeping } from './draft.ts';
import { blankValues } from './form-values.ts';

vi.mock('../boot.ts', () => ({ boot: { listings: [] } }));

afterEach(() => vi.unstubAllGlobals());

const draft: Draft = {
  values: { ...blankValues(), firstName: 'Ada', size: 'large_group', pastedList: 'Ana' },
  couponCode: 'SAVE5',
  coupon: { key: 'conference/10/20000', applied: { code: 'SAVE5', description: '', discountAmount: 500 } },
  submitted: false,
};

test('a draft is restored unchanged, with a row for each seat besides the leader’s', () => {
  expect(parseDraft(draft)).toEqual({
    ...draft,
    values: { ...draft.values, others: Array.from({ length: 9 }, blankMember) },
  });
});

test('rows keep their places, and those beyond the package are kept for a return to a bigger one', () => {
  const grace = { ...blankMember(), firstName: 'Grace' };
  const others = [blankMember(), grace];
  const values = { ...draft.values, others };
  expect(parseDraft({ ...draft, values })?.values.others.slice(0, 3)).toEqual([
    blankMember(),
    grace,
    blankMember(),
  ]);
  const alone = { ...values, size: 'individual' };
  expect(parseDraft({ ...draft, values: alone })?.values.others).toEqual(others);
});

test('an invalid draft, or one for an unavailable package, is ignored', () => {
  const trainerOnly = { ...draft, values: { ...draft.values, eventType: 'trainer' } };
  const fiveForOneDay = { ...draft, values: { ...draft.values, size: 'small_group' } };
  const stored = [null, '', [], { values: {} }, trainerOnly, fiveForOneDay];
  expect(stored.map(parseDraft)).toEqual(stored.map(() => null));
});

test.each([
  ['one that was not submitted', false, false, 'Ada'],
  ['one on the summary page', true, true, 'Ada'],
  ['one that was bought or dropped', true, false, undefined],
])(
  'after a reload, the form starts with the draft unless it was bought: %s',
  (_which, submitted, hasPending, name) => {
    vi.stubGlobal('window', { name: '' });
    sessionStore.set(DRAFT_KEY, JSON.stringify({ ...draft, submitted }));
    expect(readDraft(hasPending)?.values.firstName).toBe(name);
  },
);

test('what is typed is kept, but never over a draft that was not read yet', async () => {
  const { values, couponCode, coupon } = draft;
  let read: Draft | null | undefined;
  sessionStore.set(DRAFT_KEY, '"earlier"');
  const form = await mount(() => useDraftKeeping(read, { values, couponCode, coupon }));
  expect(sessionStore.getJson(DRAFT_KEY)).toBe('earlier');
  read = null;
  await form.render();
  expect(sessionStore.getJson(DRAFT_KEY)).toEqual(draft);
  await form.act(() => form.result());
  expect(sessionStore.getJson(DRAFT_KEY)).toEqual({ ...draft, submitted: true });
});
