import { event } from '#content/event.ts';
import type { getOrderDetails } from '#contract/admin.ts';
import type { ParsedOf } from '#contract/route.ts';
import { formatInstant } from '#domain/calendar.ts';

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
              {formatInstant(event.zone, new Date(entry.timestamp))} · {entry.actor}
              {entry.ipAddress && ` · ${entry.ipAddress}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
