import type { ReactElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Drawn, findByProp, textIn } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { DoorPhones } from './door-phones.tsx';

vi.mock('../../use-now.ts', () => ({ useNow: () => new Date() }));

afterEach(() => vi.unstubAllGlobals());

const endsAt = new Date(Date.now() + 3_600_000).toISOString();

function phone(id: string, revokedAt: string | null = null) {
  return {
    id,
    invitation: 1,
    endsAt,
    revokedAt,
    role: 'steward',
    lastSeenAt: endsAt,
    tickets: 0,
    waiting: 0,
  };
}

/** The drawer's lists with these phones and the invitation they joined with. */
async function drawLists(phones: readonly object[], invitation = {}) {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  let found = {
    phones,
    invitations: [{ id: 1, joined: 2, maxPhones: 3, endsAt, revokedAt: null, ...invitation }],
  };
  const screen = await mount(() => DoorPhones({ onClose: () => {} }));
  const { children } = findByProp<{ query: unknown; children: (data: object) => ReactElement }>(
    screen.result,
    'query',
  ).props;
  const lists = await mount(() => {
    const { type, props } = children(found) as Drawn<object>;
    return type(props);
  });
  const question = () => findByProp<{ onClose: () => void }>(lists.result, 'onClose');
  return {
    question,
    /** Presses Revoke in the first row of this kind. */
    askAbout: async (kind: 'phone' | 'invitation') => {
      const row = findByProp<{ phone?: object; invitation?: object; onRevoke: () => void }>(
        lists.result,
        kind,
      );
      await lists.act(() => row.props.onRevoke());
      return question();
    },
    refresh: (next: object) => {
      found = { ...found, ...next };
      return lists.render();
    },
  };
}

test('of the phones that joined with an invitation, only the active ones keep working without it', async () => {
  const { askAbout } = await drawLists([phone('a'), phone('b', endsAt)]);
  const { props } = await askAbout('invitation');
  expect(props).toMatchObject({ invitation: { joined: 2 }, working: 1 });
});

test('before a phone is revoked, staff learn that it could join again while its invitation has places', async () => {
  const askedAbout = async (invitation: object) => {
    const { askAbout } = await drawLists([phone('a')], invitation);
    const { type, props } = await askAbout('phone');
    return textIn((await mount(() => type(props))).result);
  };
  expect(await askedAbout({})).toContain('revoke the invitation that it joined with');
  expect(await askedAbout({ revokedAt: endsAt })).not.toContain('invitation');
  expect(await askedAbout({ joined: 3 })).not.toContain('invitation');
});

test('the question stays while a colleague revokes the same phone or invitation', async () => {
  for (const [kind, refreshed] of [
    ['phone', { phones: [phone('a', endsAt)] }],
    ['invitation', { invitations: [] }],
  ] as const) {
    const { askAbout, refresh, question } = await drawLists([phone('a')]);
    const { type } = await askAbout(kind);
    await refresh(refreshed);
    expect(question().type).toBe(type);
  }
});
