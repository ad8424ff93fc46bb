import { useState } from 'react';
import { landingTexts } from '#content/landing-texts.ts';
import { texts } from '#content/texts.ts';
import { paths } from '#contract/paths.ts';
import { EventTicket } from '../event-ticket.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { cx } from '../ui/cx.ts';
import { ClosedRegistration } from './closed-registration.tsx';
import { EarlyBirdNote } from './early-bird-note.tsx';
import { PackageOffers } from './package-offers.tsx';
import { RegisterByPhone } from './register-by-phone.tsx';
import { useStanding } from './server-now.ts';
import { ServerOnly } from './server-only.tsx';
import { useFormWhenNear } from './use-form-when-near.ts';

/**
 * What is sold and the form that sells it; once closed, thanks and what stays of the event. As high as the window, so
 * that the form can grow without anything below it being in sight.
 */
export function RegistrationSection() {
  const { isClosed } = useStanding();
  const [wasClosed] = useState(isClosed);
  return (
    <section
      id="registration"
      data-view="pricing"
      aria-labelledby="registration-title"
      className={cx('section-y bg-page', !wasClosed && 'min-h-svh')}
    >
      <div className="wrap">
        {wasClosed ? (
          <ServerOnly>{import.meta.env.SSR && <ClosedRegistration />}</ServerOnly>
        ) : isClosed ? (
          <ClosedMeanwhile />
        ) : (
          <OpenRegistration />
        )}
      </div>
    </section>
  );
}

/** For those who are on the page when it closes; the next page load says it at more length. */
function ClosedMeanwhile() {
  return (
    <div className="grid items-center gap-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)] lg:gap-16">
      <div className="max-w-copy">
        <h2 id="registration-title">{texts.closed.title}</h2>
        <p className="mt-4 text-lg text-fg-2">{texts.closed.text}</p>
        <ButtonLink href={paths.participantGuide} size="lg" className="mt-7">
          {landingTexts.registration.guide}
        </ButtonLink>
      </div>
      <EventTicket isOver />
    </div>
  );
}

function OpenRegistration() {
  const { isEarlyBird } = useStanding();
  const { box, shown } = useFormWhenNear();
  return (
    <>
      <div className="max-w-copy">
        <h2 id="registration-title">{landingTexts.registration.title}</h2>
        <p className="mt-3 text-lg text-fg-2">{landingTexts.registration.intro}</p>
        {isEarlyBird && <ServerOnly>{import.meta.env.SSR && <EarlyBirdNote />}</ServerOnly>}
      </div>
      <div ref={box} className="mt-8">
        {(!shown || shown.comesAfterOffers) && <ServerOnly>{import.meta.env.SSR && <Offers />}</ServerOnly>}
        {shown && (
          <div className={shown.comesAfterOffers ? 'mt-16' : undefined}>
            <shown.Form />
          </div>
        )}
      </div>
    </>
  );
}

/** In place of the form until that has come. */
function Offers() {
  return (
    <>
      <PackageOffers />
      <RegisterByPhone />
    </>
  );
}
