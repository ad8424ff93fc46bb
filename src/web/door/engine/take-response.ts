import type { syncDoor } from '#contract/door.ts';
import type { ParsedOf } from '#contract/route.ts';
import type { Change, KeptScan } from './door-store.ts';
import { isSent, toSendAgain } from './own-scans.ts';

export type SyncResponse = ParsedOf<typeof syncDoor.response>;

/**
 * Applies the response to a call with the cursor `since`. A stored scan is dropped in favor of the copy once its order
 * comes with the same or a later response, because the server read that order after storing the scan.
 */
export function takeResponse(
  response: SyncResponse,
  scans: readonly KeptScan[],
  since: string | null,
): Change {
  const stored = new Set(response.stored);
  const refusals = new Map(response.refused.map(({ id, message }) => [id, message]));
  const fetched = new Set([...response.orders.map((one) => one.order), ...response.gone]);
  // The cursor is another database's, so this one was restored.
  const isRestored = response.isWhole && since !== null;
  const changed = scans.flatMap((one): KeptScan[] => {
    const refusal = refusals.get(one.scan.id);
    if (refusal !== undefined) return [{ ...one, state: 'refused', refusal }];
    if (isRestored && !stored.has(one.scan.id)) return isSent(one) ? [toSendAgain(one)] : [];
    const isStored = one.state === 'stored' || (one.state === 'waiting' && stored.has(one.scan.id));
    if (!isStored) return [];
    const state = response.isWhole || fetched.has(one.scan.order) ? 'shown' : 'stored';
    return state === one.state ? [] : [{ ...one, state }];
  });
  const { isWhole, orders, gone, cursor, ended } = response;
  return { isWhole, orders, gone, scans: changed, facts: { cursor, ...(ended && { ended }) } };
}
