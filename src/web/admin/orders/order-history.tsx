import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { AdminOrder } from '#contract/admin-orders.ts';
import { instantText } from '../instant-text.ts';
import { actorText, type HistoryEntry, historySentence } from './history-words.ts';
import { attendeesOf } from './order-queries.ts';

/** The order's history: what, who and when, newest first. */
export function OrderHistory({
  order,
  history: recorded,
}: {
  order: AdminOrder;
  history: readonly HistoryEntry[];
}) {
  // A claimed seat has an entry of its own.
  const history = recorded.filter((one) => one.action !== 'attendee_added' || one.actorKind !== 'claimant');
  const people = useQuery(attendeesOf(order.id)).data ?? [];
  return (
    <section aria-label="History">
      <h3 className="mb-2 text-lg">History</h3>
      <ol className="border-l-2 border-line pl-4">
        {history.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: new entries come first, so the position from the end stays
          <Entry key={history.length - index} entry={entry}>
            {historySentence(entry, { total: order.totalAmount, people, history })}
          </Entry>
        ))}
      </ol>
    </section>
  );
}

/** Many entries have the same actor, so the sentence describes the button that shows the actor's IP address. */
function Entry({ entry, children: sentence }: { entry: HistoryEntry; children: string }) {
  const id = useId();
  return (
    <li className="py-1.5 text-md">
      <span id={id} className="font-semibold">
        {sentence}
      </span>
      <span className="block text-sm wrap-anywhere text-fg-2">
        {instantText(entry.timestamp)} · <Actor entry={entry} describedBy={id} />
      </span>
    </li>
  );
}

function Actor({ entry, describedBy }: { entry: HistoryEntry; describedBy: string }) {
  const [isShown, setShown] = useState(false);
  if (!entry.ipAddress) return actorText(entry);
  return (
    <>
      <button
        type="button"
        aria-expanded={isShown}
        aria-describedby={describedBy}
        onClick={() => setShown(!isShown)}
        className="min-h-6 text-left underline decoration-dotted underline-offset-[0.2em]"
      >
        {actorText(entry)}
        <span className="sr-only">, IP address</span>
      </button>
      {isShown && ` from ${entry.ipAddress}`}
    </>
  );
}
