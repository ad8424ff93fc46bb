import { event } from '#content/event.ts';
import type { getOrderDetails } from '#contract/admin.ts';
import type { ParsedOf } from '#contract/route.ts';
import { formatInstant } from '#domain/calendar.ts';
import { ERASED } from '#domain/erased.ts';

type Entry = ParsedOf<typeof getOrderDetails.response>['history'][number];

/** What was done to the order, by whom and when, newest first. */
export function OrderHistory({ history }: { history: readonly Entry[] }) {
  return (
    <section aria-label="History">
      <h3 className="mb-2 text-lg">History</h3>
      <ol className="border-l-2 border-line pl-4">
        {history.map((entry) => (
          <li key={`${entry.timestamp}${entry.action}${entry.registrationId}`} className="py-1.5 text-md">
            <span className="font-semibold first-letter:uppercase">{entry.action.replaceAll('_', ' ')}</span>
            <span className="block text-sm wrap-anywhere text-fg-2">
              {formatInstant(event.zone, new Date(entry.timestamp))} · {actorOf(entry)}
              {entry.ipAddress && ` · ${entry.ipAddress}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

const KINDS: Record<NonNullable<Entry['actorKind']>, string> = {
  staff: 'Staff',
  buyer: 'The buyer',
  visitor: 'A visitor',
  job: 'The site itself',
  webhook: 'The payment provider',
  operator: 'The operator',
};

/** By name where there is one; a buyer's is told apart from staff's. */
function actorOf({ actor, actorKind }: Entry): string {
  const kind = actorKind ? KINDS[actorKind] : 'Not recorded';
  if (actor === ERASED.actor) return `${kind} (name erased)`;
  if (!actor.includes('@')) return kind;
  return actorKind === 'staff' ? actor : `${kind}, ${actor}`;
}
