import type { ReactElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Drawn, findButton, findByProp, textIn } from '#test/elements.ts';
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
  const invitations = [{ id: 1, joined: 2, maxPhones: 3, endsAt, revokedAt: null, ...invitation }];
  const screen = await mount(() => DoorPhones({ onClose: () => {} }));
  const { children } = findByProp<{ query: unknown; children: (data: object) => ReactElement }>(
    screen.result,
    'query',
  ).props;
  const { type, props } = children({ phones, invitations }) as Drawn<object>;
  return (await mount(() => type(props))).result;
}

test('of the phones that joined with an invitation, only the active ones keep working without it', async () => {
  const lists = await drawLists([phone('a'), phone('b', endsAt)]);
  const row = findByProp<{ invitation: object; working: number }>(lists, 'invitation').props;
  expect(row).toMatchObject({ invitation: { joined: 2 }, working: 1 });
});

test('before a phone is revoked, staff learn that it could join again while its invitation has places', async () => {
  const askedAbout = async (invitation: object) => {
    const lists = await drawLists([phone('a')], invitation);
    const drawn = findByProp<{ canRejoin: boolean }>(lists, 'canRejoin');
    const row = await mount(() => drawn.type(drawn.props));
    await row.act(() => findButton(row.result, 'Revoke').props.onClick());
    const question = findByProp<{ canRejoin: boolean }>(row.result, 'canRejoin');
    return textIn((await mount(() => question.type(question.props))).result);
  };
  expect(await askedAbout({})).toContain('revoke the invitation that it joined with');
  expect(await askedAbout({ revokedAt: endsAt })).not.toContain('invitation');
  expect(await askedAbout({ joined: 3 })).not.toContain('invitation');
});
