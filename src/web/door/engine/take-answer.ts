import type { syncDoor } from '#contract/door.ts';
import type { ParsedOf } from '#contract/route.ts';
import type { Change, KeptScan } from './door-store.ts';

export type Answer = ParsedOf<typeof syncDoor.response>;

/**
 * Applies a response. A stored scan is dropped in favor of the copy once its order comes with the same or a later
 * response, because the server read that order after storing the scan.
 */
export function takeAnswer(answer: Answer, scans: readonly KeptScan[]): Change {
  const stored = new Set(answer.stored);
  const refusals = new Map(answer.refused.map(({ id, message }) => [id, message]));
  const fetched = new Set([...answer.orders.map((one) => one.order), ...answer.gone]);
  const changed = scans.flatMap((one): KeptScan[] => {
    const refusal = refusals.get(one.scan.id);
    if (refusal !== undefined) return [{ ...one, state: 'refused', refusal }];
    const isStored = one.state === 'stored' || (one.state === 'waiting' && stored.has(one.scan.id));
    if (!isStored) return [];
    const state = answer.isWhole || fetched.has(one.scan.order) ? 'shown' : 'stored';
    return state === one.state ? [] : [{ ...one, state }];
  });
  const { isWhole, orders, gone, cursor, ended } = answer;
  return { isWhole, orders, gone, scans: changed, facts: { cursor, ...(ended && { ended }) } };
}
