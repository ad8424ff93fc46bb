import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { PAGES } from '#contract/paths.ts';
import { buttonClass } from '../ui/button-class.ts';
import { useCheckInStats } from './use-check-in-stats.ts';

/**
 * The way back to the desk, and the number of people admitted. Has no controls at the right, which toasts may cover.
 */
export function CheckInBar() {
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
