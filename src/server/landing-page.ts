import { landingTexts } from '#content/landing-texts.ts';
import type { Boot } from '#contract/boot.ts';
import { PAGES } from '#contract/paths.ts';
import { formatDay } from '#domain/calendar.ts';
import { seatsLeft } from '#domain/capacity.ts';
import { withListings } from '#domain/packages.ts';
import { getCapacityStatus } from './capacity/get-capacity-status.ts';
import type { Context } from './context.ts';
import { eventData } from './event-data.ts';
import type { PublicParts } from './http/pages.ts';
import { pageDocument } from './page-document.ts';
import { readOrNull } from './public-page.ts';
import { listSpeakers } from './speakers/list-speakers.ts';

export async function renderLandingPage(ctx: Context, boot: Boot, parts: PublicParts): Promise<string> {
  const { event, packages } = ctx.content;
  const [capacity, speakers] = await Promise.all([
    readOrNull(ctx, () => getCapacityStatus(ctx)),
    readOrNull(ctx, () => listSpeakers(ctx)),
  ]);
  const { gallery, speakers: portraits, sponsors } = parts.art;
  const pictures = { gallery, speakers: portraits, sponsors };
  return pageDocument({
    boot,
    parts,
    path: PAGES.home,
    title: `${event.name} · ${formatDay(event.day)}, ${event.venue.city}`,
    siteName: event.name,
    description: landingTexts.intro,
    structuredData: eventData({
      boot,
      content: { ...ctx.content, packages: withListings(packages, boot.listings) },
      image: parts.art.socialCard.file,
      seatsLeft: (eventType) => capacity && seatsLeft(event, eventType, capacity),
    }),
    body: await parts.render('landing', { boot, capacity, speakers, pictures }),
  });
}
