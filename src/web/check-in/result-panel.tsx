import { Check, CircleHelp, Clock, ScanLine, Utensils, X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect } from 'react';
import { TICKET_NAMES } from '#contract/words/tickets.ts';
import { TRACK_NAMES } from '#contract/words/tracks.ts';
import { fullName } from '#domain/attendee.ts';
import { cx } from '../ui/cx.ts';
import { Spinner } from '../ui/spinner.tsx';
import type { BandState, DeskPerson } from './band-state.ts';
import { CheckInNotes } from './check-in-notes.tsx';

/** The result band: color, icon and words. Bad news interrupts a screen reader; good news is announced politely. */
export function ResultPanel({
  box,
  band,
  waiting,
}: {
  box: RefObject<HTMLElement | null>;
  band: BandState;
  waiting: ReactNode;
}) {
  useEffect(() => {
    // What staff do next needs the result in view.
    if (band.kind !== 'none' && band.kind !== 'checking') box.current?.scrollIntoView({ block: 'nearest' });
  }, [box, band]);
  const isUrgent = band.kind === 'used' || band.kind === 'refused' || band.kind === 'failed';
  const shown = <Band band={band} waiting={waiting} />;
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label="Result"
      className="grid min-h-[45dvh] scroll-mb-28 lg:flex-1"
    >
      <div role="status" className="contents">
        {!isUrgent && shown}
      </div>
      <div role="alert" className="contents">
        {isUrgent && shown}
      </div>
    </section>
  );
}

function Band({ band, waiting }: { band: BandState; waiting: ReactNode }) {
  switch (band.kind) {
    case 'none':
      return (
        <Field look="waiting">
          <ScanLine aria-hidden="true" className="size-12 text-fg-3" strokeWidth={1.5} />
          <div className="max-w-[36ch] text-md">{waiting}</div>
        </Field>
      );
    case 'checking':
      return (
        <Field look="waiting">
          <Spinner label="Checking the ticket" />
        </Field>
      );
    case 'chosen':
    case 'valid':
    case 'admitted':
      return (
        <Field {...OF_PERSON[band.kind]}>
          <Person person={band.person} />
        </Field>
      );
    case 'used':
      return (
        <Field look="used" sign={<Clock strokeWidth={2.6} />} headline="Already checked in">
          {band.person && <Name person={band.person} />}
          <p className="text-lg font-semibold">{band.detail}</p>
          {band.person && <CheckInNotes notes={band.person.notes} />}
        </Field>
      );
    case 'refused':
      return (
        <Field look="bad" sign={<X strokeWidth={3} />} headline="Do not admit">
          <p className="text-xl font-semibold text-balance">{band.message}</p>
          {band.person && <Name person={band.person} />}
        </Field>
      );
    case 'failed':
      return (
        <Field look="bad" sign={<X strokeWidth={3} />} headline="Something went wrong">
          <p className="text-xl font-semibold text-balance">{band.title}</p>
          {band.message && <p>{band.message}</p>}
        </Field>
      );
  }
}

const OF_PERSON = {
  chosen: { look: 'chosen', sign: <CircleHelp />, headline: 'Check in this person?' },
  valid: { look: 'ok', sign: <Check strokeWidth={3} />, headline: 'Valid ticket' },
  admitted: { look: 'ok', sign: <Check strokeWidth={3} />, headline: 'Checked in', withRing: true },
} as const;

const full = 'content-center border border-transparent';
const looks = {
  waiting:
    'place-content-center justify-items-center border-2 border-dashed border-line bg-surface text-center text-fg-2',
  chosen: 'content-center border-2 border-accent bg-surface text-fg',
  ok: `${full} bg-scan-ok text-white`,
  used: `${full} bg-scan-used text-ink`,
  bad: `${full} bg-scan-bad text-white`,
};

function Field({
  look,
  sign,
  headline,
  withRing = false,
  children,
}: {
  look: keyof typeof looks;
  sign?: ReactNode;
  headline?: string;
  withRing?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={cx('relative isolate grid gap-3 overflow-hidden rounded-card p-5 sm:p-7', looks[look])}>
      {withRing && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-1/2 -z-10 aspect-square w-[130%] -translate-1/2 motion-reduce:hidden"
        >
          <span className="block size-full animate-ring-out rounded-full border-[24px] border-white" />
        </span>
      )}
      {headline && (
        <p className="flex items-center gap-3 text-lg font-semibold">
          <span
            aria-hidden="true"
            className="grid size-14 shrink-0 place-items-center rounded-full border-[3px] border-current [&_svg]:size-8"
          >
            {sign}
          </span>
          {headline}
        </p>
      )}
      {children}
    </div>
  );
}

function Name({ person }: { person: DeskPerson }) {
  return (
    <p className="font-display text-[2.75rem] leading-none font-[680] tracking-[-0.025em]">
      {fullName(person)}
    </p>
  );
}

function Person({ person }: { person: DeskPerson }) {
  const ticket = TICKET_NAMES[person.eventType];
  const facts = [ticket, person.track && TRACK_NAMES[person.track], person.isOrganizer && 'Organizer'].filter(
    Boolean,
  );
  return (
    <>
      <Name person={person} />
      <p className="text-lg">{facts.join(' · ')}</p>
      {person.dietaryRestrictions && (
        <p className="flex items-start gap-2 text-md">
          <Utensils aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          <span>
            <span className="sr-only">Dietary needs: </span>
            {person.dietaryRestrictions}
          </span>
        </p>
      )}
      <CheckInNotes notes={person.notes} />
      <p className="text-dense wrap-anywhere opacity-90">{person.email}</p>
    </>
  );
}
