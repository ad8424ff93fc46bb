import { event } from '#content/event.ts';
import { registration } from '#content/landing-texts.ts';
import { dayIn, formatDay, formatTime } from '#domain/calendar.ts';
import { savesEarly } from '#domain/packages.ts';
import { OfflineBanner } from '../offline-banner.tsx';
import { cheapestOf, offersOf } from '../register/offers.ts';
import { RegistrationForm } from '../register/registration-form.tsx';
import type { CapacityDays } from '../register/seat-figures.ts';
import { useCapacity } from '../register/use-capacity.ts';
import { useSale } from '../use-sale.ts';
import { ClosedRegistration } from './closed-registration.tsx';

/** The registration form; once closed, thanks and the event's details. `capacity`: the seats at rendering. */
export function OpenRegistration({ capacity }: { capacity: CapacityDays }) {
  const { isClosed, pricing } = useSale();
  const { days } = useCapacity(capacity);
  if (isClosed) return <ClosedRegistration />;
  const offers = offersOf(days);
  const { refusal } = cheapestOf(offers);
  const savesNow = pricing === 'early_bird' && offers.some((one) => savesEarly(one.package));
  return (
    <>
      <OfflineBanner />
      <div className="mb-6 max-w-copy">
        <h2 id="registration-title">{refusal === 'sold_out' ? registration.allTaken : registration.title}</h2>
        {!refusal && <p className="mt-3 text-fg-2 sm:text-lg">{registration.intro}</p>}
        {!refusal && savesNow && <EarlyBirdNote />}
      </div>
      <RegistrationForm days={days} opensOnChoice />
    </>
  );
}

/** When early bird ends. */
function EarlyBirdNote() {
  const end = new Date(event.earlyBirdEndsAt);
  return (
    <p
      data-early-bird=""
      className="mt-5 inline-flex items-center gap-2.5 rounded-chip bg-warn-bg px-3 py-1.5 text-md text-warn"
    >
      <span aria-hidden="true" className="h-2.5 w-5 shrink-0 rounded-t-full bg-beacon" />
      <span>
        {registration.earlyBird}{' '}
        <time dateTime={event.earlyBirdEndsAt} className="font-semibold">
          {formatDay(dayIn(event.zone, end), 'short')}, {formatTime(event.zone, end)}
        </time>{' '}
        in {event.venue.city}
      </span>
    </p>
  );
}
