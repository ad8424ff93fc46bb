import { afterEach, expect, test, vi } from 'vitest';
import { mount } from '#test/mount.ts';
import { useAdmission } from './use-admission.ts';

afterEach(() => vi.unstubAllGlobals());

const registration = {
  ...{ id: 7, firstName: 'Ada', lastName: 'Door', email: 'a@example.org', track: null, orderId: 1 },
  ...{ dietaryRestrictions: null, isOrganizer: false, notes: [], eventType: 'conference' },
  ...{ packageLabel: 'Team', checkedIn: true, checkedInAt: null, checkedInBy: null, checkedInDoor: null },
};

test('a check-in whose response was lost is retried with its note, which is not kept for the next person', async () => {
  const sent: { notes?: string; pressId: string }[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    if (sent.length === 1) throw new TypeError('Failed to fetch');
    return Response.json({ registration });
  });
  const desk = await mount(() => useAdmission(null));
  await desk.act(() => desk.result.setNotes('Wheelchair'));
  await desk.act(async () => {
    await desk.result.admit(7, { registrationId: 7, method: 'manual_lookup' }).catch(() => {});
  });
  expect(desk.result.notes).toBe('Wheelchair');
  await desk.act(async () => expect(await desk.result.repeatLostPress(7)).toEqual(registration));
  expect(sent.map(({ notes }) => notes)).toEqual(['Wheelchair', 'Wheelchair']);
  expect(sent[1]!.pressId).toBe(sent[0]!.pressId);
  expect(desk.result.notes).toBe('');
});

test('a note counts as unsent also while somebody else is shown', async () => {
  let shownId = 7;
  const desk = await mount(() => useAdmission(shownId));
  await desk.act(() => desk.result.setNotes('Wheelchair'));
  shownId = 8;
  await desk.render();
  expect([desk.result.notes, desk.result.hasUnsentNotes]).toEqual(['', true]);
  shownId = 7;
  await desk.render();
  await desk.act(() => desk.result.setNotes(' '));
  expect(desk.result.hasUnsentNotes).toBe(false);
});
