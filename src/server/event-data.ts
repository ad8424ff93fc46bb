import { landingTexts } from '#content/landing-texts.ts';
import type { Boot } from '#contract/boot.ts';
import type { EventContent } from '#contract/content.ts';
import { paths } from '#contract/paths.ts';
import { daysOf } from '#domain/capacity.ts';
import { dollarsFromCents } from '#domain/money.ts';
import { offerOf } from '#domain/offer.ts';
import type { EventType } from '#domain/packages.ts';

/** schema.org's Event with the packages on sale. */
export function eventData({
  boot,
  content: { event, packages },
  image,
  seatsLeft,
}: {
  boot: Boot;
  content: EventContent;
  /** Name of a built file. */
  image: string;
  /** Seats still available to an order of the type; null while unknown. */
  seatsLeft: (eventType: EventType) => number | null;
}): unknown {
  const now = new Date(boot.now);
  const { closedByBuild } = boot;
  const { venue } = event;
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.name,
    description: landingTexts.intro,
    startDate: event.startsAt,
    endDate: event.endsAt,
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    image: [`${boot.publicUrl}/assets/${image}`],
    url: `${boot.publicUrl}/`,
    location: {
      '@type': 'Place',
      name: venue.name,
      address: {
        '@type': 'PostalAddress',
        streetAddress: venue.street,
        addressLocality: venue.city,
        addressRegion: venue.state,
        postalCode: venue.postalCode,
        addressCountry: venue.country,
      },
    },
    organizer: { '@type': 'Organization', name: event.host.name, url: `${boot.publicUrl}/` },
    offers: packages
      .filter((one) => one.listed)
      .map((one) => offerOf({ event, package: one, now, closedByBuild, seatsLeft: seatsLeft(one.eventType) }))
      .map(({ package: one, price, refusal }) => ({
        '@type': 'Offer',
        name: `${daysOf(event, one.eventType).includes(event.training.day) ? event.training.name : event.name}, ${one.name}`,
        price: dollarsFromCents(price),
        priceCurrency: 'USD',
        url: boot.publicUrl + paths.register,
        availability: `https://schema.org/${refusal ? 'SoldOut' : 'InStock'}`,
      })),
  };
}
