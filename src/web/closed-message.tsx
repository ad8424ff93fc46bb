import { event } from '#content/event.ts';
import { texts } from '#content/texts.ts';
import { paths } from '#contract/paths.ts';
import { boot } from './boot.ts';
import { EventTicket } from './event-ticket.tsx';
import { ButtonLink } from './ui/button-link.tsx';
import { useSale } from './use-sale.ts';

/** Shown on `/register`, `/checkout` and the card form once nothing is on sale. */
export function ClosedMessage() {
  const { isOver } = useSale();
  return (
    <div className="wrap section-y grid items-center gap-10 lg:grid-cols-[1fr_26rem]">
      <div className="max-w-copy">
        <p className="eyebrow">{event.name}</p>
        <h1 className="mt-2">Registration Closed</h1>
        <p className="mt-4 text-lg text-fg-2">{isOver ? texts.closed.text : texts.closed.textByFlag}</p>
        <p className="mt-2 text-lg text-fg-2">{texts.closed.thanks}</p>
        <div className="mt-7 flex flex-wrap gap-3">
          <ButtonLink href={paths.home} size="lg">
            Go to the home page
          </ButtonLink>
          {isOver ? (
            <ButtonLink href={paths.section('newsletter-signup-hero')} size="lg" variant="secondary">
              Hear about the next event
            </ButtonLink>
          ) : (
            <ButtonLink href={`mailto:${boot.contact.email}`} size="lg" variant="secondary">
              Contact us
            </ButtonLink>
          )}
        </div>
      </div>
      <section aria-labelledby="closed-event">
        <h2 id="closed-event" className="sr-only">
          When and where
        </h2>
        <EventTicket />
      </section>
    </div>
  );
}
