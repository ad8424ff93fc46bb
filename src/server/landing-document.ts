import { html, raw } from 'hono/html';
import { landingTexts } from '#content/landing-texts.ts';
import type { Boot } from '#contract/boot.ts';
import type { EventContent } from '#contract/content.ts';
import { paths } from '#contract/paths.ts';
import { formatDay } from '#domain/calendar.ts';
import { daysOf } from '#domain/capacity.ts';
import { dollarsFromCents } from '#domain/money.ts';
import { offerOf } from '#domain/offer.ts';
import type { EventType } from '#domain/packages.ts';
import { jsonForHtml, type LandingParts } from './http/pages.ts';

export interface LandingDocument {
  readonly boot: Boot;
  readonly content: EventContent;
  readonly parts: LandingParts;
  /** The rendered page. */
  readonly body: string;
  /** Seats that an order of the type can still get; null while it is not known. */
  readonly seatsLeft: (eventType: EventType) => number | null;
}

/** The landing page's whole HTML: what search engines and shared links read, and the page itself. */
export async function landingDocument({
  boot,
  content,
  parts,
  body,
  seatsLeft,
}: LandingDocument): Promise<string> {
  const { event } = content;
  const { art } = parts;
  const title = `${event.name} · ${formatDay(event.day)}, ${event.venue.city}`;
  const description = landingTexts.intro;
  const card = `${boot.publicUrl}/assets/${art.socialCard.file}`;
  const page = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${description}">
<meta name="theme-color" content="#10243E">
<link rel="canonical" href="${boot.publicUrl}/">
${parts.fonts.map((font) => html`<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`)}
<style>${raw(parts.style)}</style>
<link rel="icon" href="/assets/${art.icons.favicon.file}" type="image/svg+xml">
<link rel="alternate icon" href="/favicon.ico" type="image/png">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/site.webmanifest">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${event.name}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${boot.publicUrl}/">
<meta property="og:image" content="${card}">
<meta property="og:image:width" content="${art.socialCard.width}">
<meta property="og:image:height" content="${art.socialCard.height}">
<meta property="og:image:alt" content="${title}">
<meta name="twitter:card" content="summary_large_image">
<script type="application/ld+json">${raw(jsonForHtml(eventData(boot, content, card, seatsLeft)))}</script>
<script id="boot" type="application/json">${raw(jsonForHtml(boot))}</script>
<script type="module" src="${parts.script}" fetchpriority="low"></script>
</head>
<body>
${raw(body)}
<div id="overlays"></div>
</body>
</html>`;
  return String(page);
}

/** schema.org's Event with what is sold at the moment. */
function eventData(
  boot: Boot,
  { event, packages }: EventContent,
  image: string,
  seatsLeft: LandingDocument['seatsLeft'],
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
    image: [image],
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
