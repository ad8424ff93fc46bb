import { useQuery } from '@tanstack/react-query';
import type { ChangeEvent, ComponentProps, ReactElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { findByProp } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { sampleLanding } from '#test/render-landing.ts';
import { sampleOrder, sampleRegistration } from '#test/sample-order.ts';
import { setBoot } from '../boot.ts';
import { ordersKey } from './order-queries.ts';
import { SeatList } from './seat-list.tsx';
import { TrackChoice } from './track-choice.tsx';

afterEach(() => vi.unstubAllGlobals());

test('what is unfolded or chosen in a row stays with its person when someone above leaves', () => {
  setBoot(sampleLanding.boot);
  const order = sampleOrder({ teamMemberCount: 2 });
  const keyOfFirst = (...ids: number[]) => {
    const registrations = ids.map((id) => sampleRegistration({ id }));
    return findByProp<{ seat: unknown }>(SeatList({ data: { order, registrations } }), 'seat').key;
  };
  expect(keyOfFirst(2, 3)).not.toBe(keyOfFirst(3));
});

const takenFirst = () => Response.json({ code: 'changed_meanwhile' }, { status: 409 });
const saved = () => Response.json(sampleRegistration({ track: 'caregivers' }));

test.each([
  ['that was saved', saved, true, 1],
  ['that was saved when the buyer had gone on', saved, false, 0],
  ['chosen by a colleague first', takenFirst, true, 1],
  ['chosen by a colleague first, when the buyer had gone on,', takenFirst, false, 0],
  ['whose response was lost', () => Response.error(), true, 0],
])('a track %s is looked up again', async (_what, response, isStillHere, times) => {
  vi.stubGlobal('fetch', async () => response());
  const registration = sampleRegistration({ track: null });
  const read = vi.fn(async () => null);
  const onChosen = vi.fn();
  const page = await mount(() => {
    useQuery({ queryKey: [...ordersKey, 'shown'], queryFn: read });
    return TrackChoice({ order: sampleOrder(), registration, onChosen }) as ReactElement<{
      onSubmit: (event: unknown) => void;
    }>;
  });
  const field = findByProp<ComponentProps<'select'>>(page.result, 'value').props;
  Object.assign(field.ref!, { current: { focus: () => {}, form: { contains: () => isStillHere } } });
  await page.act(() =>
    field.onChange!({ target: { value: 'caregivers' } } as ChangeEvent<HTMLSelectElement>),
  );
  await page.act(() => page.result.props.onSubmit({ preventDefault: () => {} }));
  // The focus leaves a field that is about to go, if it is there.
  expect([read.mock.calls.length, onChosen.mock.calls.length]).toEqual([2, times]);
});
