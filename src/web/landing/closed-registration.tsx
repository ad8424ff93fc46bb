import * as landingTexts from '#content/landing-texts.ts';
import { texts } from '#content/texts.ts';
import { paths } from '#contract/paths.ts';
import { boot } from '../boot.ts';
import { EventTicket } from '../event-ticket.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { useSale } from '../use-sale.ts';

/** Thanks, the event's time and place, and the participant guide. */
export function ClosedRegistration() {
  const { isOver } = useSale();
  const { email } = boot.contact;
  return (
    <div className="grid items-center gap-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)] lg:gap-16">
      <div className="max-w-copy">
        {isOver && <p className="eyebrow">{texts.closed.title}</p>}
        <h2 id="registration-title" className="mt-2">
          {texts.closed.thanks}
        </h2>
        <p className="mt-4 text-lg text-fg-2">{isOver ? texts.closed.text : texts.closed.textByFlag}</p>
        <div className="mt-7 flex flex-wrap gap-3">
          <ButtonLink href={paths.participantGuide} size="lg">
            {landingTexts.registration.guide}
          </ButtonLink>
          {isOver ? (
            <ButtonLink href="#newsletter-signup-hero" size="lg" variant="secondary">
              {landingTexts.registration.next}
            </ButtonLink>
          ) : (
            <ButtonLink href={`mailto:${email}`} size="lg" variant="secondary">
              {landingTexts.registration.write}
            </ButtonLink>
          )}
        </div>
      </div>
      <EventTicket />
    </div>
  );
}
