import * as landingTexts from '#content/landing-texts.ts';
import type { Boot } from '#contract/boot.ts';
import type { EventContent } from '#contract/content.ts';
import { paths } from '#contract/paths.ts';
import { formatDay } from '#domain/calendar.ts';
import { daysOf, seatsLeft } from '#domain/capacity.ts';
import { dollarsFromCents } from '#domain/money.ts';
import { offerOf } from '#domain/offer.ts';
import { withListings } from '#domain/packages.ts';
import { readOrNull } from './boot-data.ts';
import { getCapacityStatus } from './capacity/get-capacity-status.ts';
import type { Context } from './context.ts';
import type { PublicParts } from './http/pages.ts';
import type { PageDocument } from './page-document.ts';
import { listSpeakers } from './speakers/list-speakers.ts';

export async function renderLandingPage(ctx: Context, boot: Boot, parts: PublicParts): Promise<PageDocument> {
  const { event } = ctx.content;
  const [capacity, speakers] = await Promise.all([
    readOrNull(ctx, () => getCapacityStatus(ctx)),
    readOrNull(ctx, () => listSpeakers(ctx)),
  ]);
  const { gallery, speakers: portraits, sponsors } = parts.art;
  const pictures = { gallery, speakers: portraits, sponsors };
  return {
    title: `${event.name} · ${formatDay(event.day)}, ${event.venue.city}`,
    description: landingTexts.intro,
    structuredData: eventData(ctx.content, boot, parts.art.socialCard.file, capacity),
    body: await parts.render('landing', { boot, capacity, speakers, pictures }),
  };
}

/** schema.org's Event with the packages on sale. */
function eventData(
  { event, packages }: EventContent,
  boot: Boot,
  /** Name of a built file. */
  image: string,
  /** Null while unknown. */
  capacity: Parameters<typeof seatsLeft>[2] | null,
): unknown {
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
    offers: withListings(packages, boot.listings)
      .filter((one) => one.listed)
      .map((one) => {
        const left = capacity && seatsLeft(event, one.eventType, capacity);
        return offerOf({ event, package: one, now, closedByBuild, seatsLeft: left });
      })
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
