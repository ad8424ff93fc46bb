import type { Day } from '#domain/calendar.ts';
import type { OwnScan } from '../engine/door-engine.ts';
import { FullPage } from './full-page.tsx';
import { ScanRow } from './own-scans-screen.tsx';
import { ScanInvitation } from './scan-invitation.tsx';
import type { DoorProps } from './screen.tsx';
import { WaitingNotice } from './waiting-notice.tsx';

/** The phone was wiped, except for scans that the site doesn't have. */
export function EndedScreen({
  engine,
  state,
  onInvitation,
}: DoorProps & { onInvitation: (invitation: string) => void }) {
  const scans = (
    <>
      <WaitingNotice waiting={state.waiting}>
        Keep this page open, or open it again when you’re online.
      </WaitingNotice>
      <NotAccepted scans={engine.own().filter((scan) => scan.refused)} today={state.today} />
    </>
  );
  return state.wipedBecause === 'ended' ? (
    <FullPage title="Your invitation has expired">
      <p>The list on this phone was deleted. Thank you for your help!</p>
      {scans}
      <p className="text-fg-2">If people are still coming in, ask staff for a new invitation.</p>
      <ScanInvitation onInvitation={onInvitation} />
    </FullPage>
  ) : (
    <FullPage title="This phone no longer works at the door">
      <p>Staff have removed it from the list of door phones, and the list on it was deleted.</p>
      {scans}
      <p className="text-fg-2">If that is a mistake, ask staff for a new invitation.</p>
      <ScanInvitation onInvitation={onInvitation} />
    </FullPage>
  );
}

function NotAccepted({ scans, today }: { scans: readonly OwnScan[]; today: Day }) {
  if (scans.length === 0) return null;
  return (
    <section aria-label="Not accepted" className="grid gap-3">
      <h2 className="text-xl!">Not accepted</h2>
      <p>Show this to the help desk. If this phone joins again, it sends these scans again.</p>
      <ul className="grid gap-2">
        {scans.map((scan) => (
          <ScanRow key={scan.id} scan={scan} today={today} />
        ))}
      </ul>
    </section>
  );
}
