import type { ReactElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Drawn, findByProp } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { DoorPhones } from './door-phones.tsx';

vi.mock('../../use-now.ts', () => ({ useNow: () => new Date() }));

afterEach(() => vi.unstubAllGlobals());

test('of the phones that joined with an invitation, only the active ones keep working without it', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  const endsAt = new Date(Date.now() + 3_600_000).toISOString();
  const phone = (id: string, revokedAt: string | null) => ({ id, invitation: 1, endsAt, revokedAt });
  const found = {
    phones: [phone('a', null), phone('b', endsAt)],
    invitations: [{ id: 1, joined: 2, endsAt, revokedAt: null }],
  };
  const screen = await mount(() => DoorPhones({ onClose: () => {} }));
  const { children } = findByProp<{ query: unknown; children: (data: object) => ReactElement }>(
    screen.result,
    'query',
  ).props;
  const { type, props } = children(found) as Drawn<object>;
  const lists = await mount(() => type(props));
  const row = findByProp<{ invitation: object; working: number }>(lists.result, 'invitation').props;
  expect(row).toMatchObject({ invitation: { joined: 2 }, working: 1 });
});
