import { useQuery } from '@tanstack/react-query';
import { CatchBoundary, Link } from '@tanstack/react-router';
import { QrCode, Search, X } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { getCheckInStats } from '#contract/check-in.ts';
import { PAGES } from '#contract/paths.ts';
import { queryOf } from '../api.ts';
import { LoadFailure } from '../load-failure.tsx';
import { RehearsalNotice } from '../rehearsal-notice.tsx';
import { DeviceSwitches } from '../scanning/device-switches.tsx';
import { loadToaster } from '../toasts.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { Notice } from '../ui/notice.tsx';
import { SegmentedControl } from '../ui/segmented-control.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { ManualDesk } from './manual-desk.tsx';
import { POLLED } from './polled.ts';
import { QrDesk } from './qr-desk.tsx';
import { RecentCheckIns } from './recent-check-ins.tsx';
import { useCheckIn } from './use-check-in.ts';

type Method = 'qr_scan' | 'manual_lookup';

/**
 * The full-screen check-in: the current ticket, then recent check-ins, the day's `tools`, and this device's settings.
 */
export function CheckInTab({ tools }: { tools: ReactNode }) {
  const [method, setMethod] = useState<Method>('qr_scan');
  const checkIn = useCheckIn();
  const changeMethod = (next: Method) => {
    checkIn.clear();
    setMethod(next);
  };
  useEffect(() => {
    // Preloaded: without a network it couldn't be.
    loadToaster().catch(() => undefined);
  }, []);
  const Desk = method === 'qr_scan' ? QrDesk : ManualDesk;
  return (
    <div data-door>
      <CheckInBar />
      <main className="mx-auto grid max-w-[96rem] gap-6 px-3 pt-3 pb-16 text-dense sm:px-4 sm:pt-4">
        <RehearsalNotice />
        <Desk
          checkIn={checkIn}
          methods={
            <SegmentedControl
              legend="Check-in method"
              value={method}
              onValueChange={changeMethod}
              options={[
                { value: 'qr_scan', label: 'QR Scan', icon: <QrCode aria-hidden="true" /> },
                { value: 'manual_lookup', label: 'Manual Lookup', icon: <Search aria-hidden="true" /> },
              ]}
              className="w-full"
            />
          }
        />
        <CheckInStats />
        <CatchBoundary getResetKey={() => 'tools'} errorComponent={ToolsFailed}>
          <Suspense>{tools}</Suspense>
        </CatchBoundary>
        <RecentCheckIns onUndone={checkIn.afterUndo} />
        <section aria-label="Settings for this device" className="flex flex-wrap gap-x-8">
          <DeviceSwitches />
        </section>
      </main>
    </div>
  );
}

/** Replaces only the event-day tools, because people are waiting to be checked in. */
function ToolsFailed() {
  return (
    <Notice tone="error" title="The event-day tools could not be loaded">
      Check-in works without them. To get them back, reload the page.
    </Notice>
  );
}

/**
 * The way back to the desk, and the number of people admitted. Has no controls at the right, which toasts may cover.
 */
function CheckInBar() {
  return (
    <header className="on-ink sticky top-0 z-30 flex h-14 items-center gap-4 bg-ink px-2 sm:px-4">
      <Heading />
      <Link
        to={PAGES.admin}
        search={{ tab: 'orders' }}
        className={buttonClass('quiet', 'sm', 'min-h-11 text-md!')}
      >
        <X aria-hidden="true" />
        Exit
      </Link>
      <Arrived />
    </header>
  );
}

/** Takes the focus, because the tab that opened this screen is gone; after Exit, the tab that is open then has it. */
function Heading() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    return () => {
      document.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} className="sr-only">
      Check-In
    </h1>
  );
}

/** Today's figures, polled once for both. */
function useCheckInStats() {
  return useQuery({ ...queryOf(getCheckInStats), ...POLLED });
}

function Arrived() {
  const { data, error } = useCheckInStats();
  if (!data) return <p className="text-md text-fg-2">{error && 'The numbers could not be loaded'}</p>;
  const { checkedIn, totalRegistrations } = data;
  return (
    <div className="grid w-full max-w-80 gap-1">
      <p className="text-md leading-none font-semibold even-figures">
        {checkedIn} of {totalRegistrations} in
      </p>
      <progress
        aria-label="Checked in today"
        value={checkedIn}
        max={Math.max(totalRegistrations, 1)}
        className="h-1 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
      />
    </div>
  );
}

function CheckInStats() {
  const stats = useCheckInStats();
  const { data } = stats;
  return (
    <section aria-label="Today’s check-ins">
      <LoadFailure query={stats} title="The check-in numbers could not be loaded" className="mb-4" />
      <div className="grid gap-2 sm:grid-cols-3 sm:gap-4">
        <Stat label="Total Registrations" value={data?.totalRegistrations} />
        <Stat label="Checked In" value={data?.checkedIn} />
        <Stat label="Check-in Rate" value={data && `${data.percentage.toFixed(1)}%`} />
      </div>
    </section>
  );
}

/**
 * A figure with its name; on a phone in one line. While `value` is undefined, shows a placeholder of the same height.
 */
function Stat({ label, value }: { label: string; value: string | number | undefined }) {
  return (
    <dl className="rounded-card border border-transparent bg-surface shadow-card max-sm:flex max-sm:items-center max-sm:justify-between max-sm:px-4 max-sm:py-2 sm:p-5">
      <dt className="text-dense text-fg-2">{label}</dt>
      <dd className="font-display text-xl font-[680] tracking-tight even-figures sm:mt-1 sm:text-[2.125rem]">
        {value ?? <Skeleton className="h-[1.1em] w-16 sm:w-24" />}
      </dd>
    </dl>
  );
}
