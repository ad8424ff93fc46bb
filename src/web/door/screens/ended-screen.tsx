import type { OwnScan } from '../engine/engine.ts';
import { FullPage } from './full-page.tsx';
import { ScanRow } from './own-scans-screen.tsx';

/** The phone was wiped. `refused` are the scans that the site did not accept. */
export function EndedScreen({
  because,
  refused,
}: {
  because: 'revoked' | 'ended' | null;
  refused: readonly OwnScan[];
}) {
  return because === 'ended' ? (
    <FullPage title="Your invitation has expired">
      <p>The list on this phone was deleted. Thank you for your help!</p>
      <NotAccepted scans={refused} />
      <p className="text-fg-2">If people are still coming in, ask staff for a new invitation.</p>
    </FullPage>
  ) : (
    <FullPage title="This phone no longer works at the door">
      <p>Staff have removed it from the list of door phones, and the list on it was deleted.</p>
      <NotAccepted scans={refused} />
      <p className="text-fg-2">If that is a mistake, ask staff for a new invitation.</p>
    </FullPage>
  );
}

function NotAccepted({ scans }: { scans: readonly OwnScan[] }) {
  if (scans.length === 0) return null;
  return (
    <section aria-label="Not accepted" className="grid gap-3">
      <h2 className="text-xl!">Not accepted</h2>
      <p>Show this to the help desk. If this phone joins again, it sends these scans again.</p>
      <ul className="grid gap-2">
        {scans.map((scan) => (
          <ScanRow key={scan.id} scan={scan} />
        ))}
      </ul>
    </section>
  );
}
