import { event } from '#content/event.ts';
import { texts } from '#content/texts.ts';
import { dayIn, formatDay, formatTime } from '#domain/calendar.ts';
import { ClosedRegistration } from './closed-registration.tsx';
import { useLanding } from './landing-data.tsx';
import { PackageOffers } from './package-offers.tsx';
import { useStanding } from './server-now.ts';
import { useCapacity } from './use-capacity.ts';
import { useFormWhenNear } from './use-form-when-near.ts';

/** What is sold and the form that sells it; once closed, thanks and what stays of the event. */
export function RegistrationSection() {
  const { isClosed } = useStanding();
  return (
    <section
      id="registration"
      data-view="pricing"
      aria-labelledby="registration-title"
      className="section-y bg-page"
    >
      <div className="wrap">{isClosed ? <ClosedRegistration /> : <OpenRegistration />}</div>
    </section>
  );
}

function OpenRegistration() {
  const capacity = useCapacity();
  const { box, Form } = useFormWhenNear();
  return (
    <>
      <div className="max-w-copy">
        <h2 id="registration-title">{texts.registration.title}</h2>
        <p className="mt-3 text-lg text-fg-2">{texts.registration.intro}</p>
        <EarlyBirdNote />
      </div>
      <div ref={box} className="mt-8">
        {Form ? <Form days={capacity} /> : <PackageOffers capacity={capacity} />}
      </div>
      <noscript>
        <ByPhone />
      </noscript>
    </>
  );
}

function EarlyBirdNote() {
  const { isEarlyBird } = useStanding();
  if (!isEarlyBird) return null;
  const end = new Date(event.earlyBirdEndsAt);
  return (
    <p className="mt-5 inline-flex items-center gap-2.5 rounded-chip bg-warn-bg px-3 py-1.5 text-md text-warn">
      <span aria-hidden="true" className="h-2.5 w-5 shrink-0 rounded-t-full bg-beacon" />
      <span>
        {texts.registration.earlyBird}{' '}
        <time dateTime={event.earlyBirdEndsAt} className="font-semibold">
          {formatDay(dayIn(event.zone, end), 'short')}, {formatTime(event.zone, end)}
        </time>{' '}
        in {event.venue.city}
      </span>
    </p>
  );
}

function ByPhone() {
  const { phone, email } = useLanding().boot.contact;
  return (
    <p className="mt-8 text-fg-2">
      {texts.registration.withoutScript}{' '}
      <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} className="link">
        {phone}
      </a>
      ,{' '}
      <a href={`mailto:${email}`} className="link">
        {email}
      </a>
    </p>
  );
}
