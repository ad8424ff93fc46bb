import { MapPin } from 'lucide-react';
import { event } from '#content/event.ts';
import * as landingTexts from '#content/landing-texts.ts';
import { venueNotes } from '#content/venue-notes.ts';
import { mapUrl } from '#domain/venue.ts';
import { ContactEmail } from '../contact-email.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { useSale } from '../use-sale.ts';
import { useLanding } from './landing-data.tsx';
import { Picture } from './picture.tsx';
import { SnapRow } from './snap-row.tsx';

const { venue } = event;

export function Venue() {
  const { pictures } = useLanding();
  const picture = pictures.gallery.venue;
  const { isOver } = useSale();
  return (
    <section id="venue" aria-labelledby="venue-title" className="section-y">
      <div className="wrap">
        <div className="grid items-center gap-x-14 gap-y-8 lg:grid-cols-[5fr_7fr]">
          <div>
            <p className="eyebrow">{isOver ? landingTexts.venue.eyebrowAfter : landingTexts.venue.eyebrow}</p>
            <h2 id="venue-title" className="mt-2">
              {venue.name}
            </h2>
            <address className="mt-3 text-fg-2 not-italic sm:text-lg">
              {venue.organization}
              <br />
              {venue.street}
              <br />
              {venue.city}, {venue.state} {venue.postalCode}
            </address>
            <ButtonLink href={mapUrl(event)} variant="secondary" rel="noreferrer" className="mt-4 sm:mt-6">
              <MapPin aria-hidden="true" />
              {landingTexts.venue.map}
            </ButtonLink>
          </div>
          {picture && (
            <div className="overflow-hidden rounded-panel max-sm:hidden">
              <Picture
                picture={picture}
                alt=""
                sizes="(min-width: 1024px) 640px, 90vw"
                className="block w-full"
              />
            </div>
          )}
        </div>
        <SnapRow labelledBy="venue-title">
          <ul className="flex gap-3 sm:mt-10 sm:grid sm:gap-x-10 sm:gap-y-7 md:grid-cols-3">
            {venueNotes.map(({ title, text }) => (
              <li key={title} className="snap-item border-t-[3px] border-accent pt-4">
                <h3>{title}</h3>
                <p className="mt-2 text-md text-fg-2">{text}</p>
              </li>
            ))}
          </ul>
        </SnapRow>
        {!isOver && (
          <p className="mt-4 text-md text-fg-2 sm:mt-7">
            {landingTexts.venue.needs} <ContactEmail />
          </p>
        )}
      </div>
    </section>
  );
}
