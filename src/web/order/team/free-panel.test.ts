import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Team } from '#contract/team.ts';
import { findByProp, textIn } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { FreePanel, inviteForm, readInvitation } from './free-panel.tsx';

afterEach(() => vi.unstubAllGlobals());

const NOTE = 'See https://example.org';

test('a note counts only while there is an address to mail it to', () => {
  expect(
    inviteForm.safeParse(readInvitation({ mailTo: 'dan@example.org', personalLine: NOTE })).success,
  ).toBe(false);
  expect(inviteForm.safeParse(readInvitation({ mailTo: ' ', personalLine: NOTE })).data).toEqual({
    mailTo: null,
    personalLine: null,
  });
});

test('a lost response is retried as the same invitation, and a refused one as another', async () => {
  const sent: string[] = [];
  let status = 502;
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    sent.push((JSON.parse(body as string) as { id: string }).id);
    return Response.json({}, { status });
  });
  const order = { transactionId: '7K2M', eventType: 'conference' };
  const team = { order, canName: true, isNamingOpen: true } as unknown as Team;
  const { type, props } = findByProp<{ team: Team; onMade: () => void }>(
    (await mount(() => FreePanel({ team, seat: 6, onTaken: () => {} }))).result,
    'onMade',
  );
  const form = await mount(() => type(props));
  const send = () =>
    form.act(() => findByProp<{ onSubmit: () => void }>(form.result, 'onSubmit').props.onSubmit());
  await send();
  status = 409;
  await send();
  await send();
  expect([sent[1] === sent[0], sent[2] === sent[1]]).toEqual([true, false]);
});

test.each([true, false])(
  'a free seat offers an invitation only while links work: %s',
  async (isNamingOpen) => {
    const team = { canName: true, isNamingOpen } as Team;
    const panel = await mount(() => FreePanel({ team, seat: 6, onTaken: () => {} }));
    const form = () => findByProp<{ onMade: () => void }>(panel.result, 'onMade');
    expect(findByProp<{ onNamed: () => void }>(panel.result, 'onNamed')).toBeDefined();
    if (isNamingOpen) expect(form()).toBeDefined();
    else expect(form).toThrow();
  },
);

test('the headings and buttons of a free seat name it, because several rows can be open', async () => {
  const team = { order: {}, canName: true, isNamingOpen: true } as Team;
  const panel = await mount(() => FreePanel({ team, seat: 6, onTaken: () => {} }));
  expect(textIn(panel.result)).toContain('Name this seat, seat 6');
  expect(textIn(panel.result)).toContain('Or invite someone, seat 6');
  const naming = findByProp<{ label: string; action: ReactNode }>(panel.result, 'action').props;
  expect([naming.label, textIn(naming.action)]).toEqual([
    'Name a free seat, seat 6',
    'Name this seat, seat 6',
  ]);
  const { type, props } = findByProp<{ onMade: () => void }>(panel.result, 'onMade');
  const invite = await mount(() => type(props));
  expect(textIn(findByProp(invite.result, 'busyLabel'))).toBe('Create a link, seat 6');
});
