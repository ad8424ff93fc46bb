import { expect, test } from 'vitest';
import { findByProp } from '#test/elements.ts';
import { sampleLanding } from '#test/render-landing.ts';
import { sampleOrder, sampleRegistration } from '#test/sample-order.ts';
import { setBoot } from '../boot.ts';
import { SeatList } from './seat-list.tsx';

test('what is unfolded or chosen in a row stays with its person when someone above leaves', () => {
  setBoot(sampleLanding.boot);
  const order = sampleOrder({ teamMemberCount: 2 });
  const keyOfFirst = (...ids: number[]) => {
    const registrations = ids.map((id) => sampleRegistration({ id }));
    return findByProp<{ seat: unknown }>(SeatList({ data: { order, registrations } }), 'seat').key;
  };
  expect(keyOfFirst(2, 3)).not.toBe(keyOfFirst(3));
});
