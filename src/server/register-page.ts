import { registerDescription } from '#content/landing-texts.ts';
import { texts } from '#content/texts.ts';
import type { Boot } from '#contract/boot.ts';
import { formatDay } from '#domain/calendar.ts';
import { saleAt } from '#domain/offer.ts';
import { readOrNull } from './boot-data.ts';
import { getCapacityStatus } from './capacity/get-capacity-status.ts';
import type { Context } from './context.ts';
import type { PublicParts } from './http/pages.ts';
import type { PageDocument } from './page-document.ts';

export async function renderRegisterPage(
  ctx: Context,
  boot: Boot,
  parts: PublicParts,
): Promise<PageDocument> {
  const { event } = ctx.content;
  const { isClosed } = saleAt(event, ctx.now, boot.closedByBuild);
  const what = `${event.name}, ${formatDay(event.day)}, ${event.venue.city}`;
  const capacity = await readOrNull(ctx, () => getCapacityStatus(ctx));
  return {
    title: `${isClosed ? 'Registration Closed' : 'Register'} - ${event.name}`,
    description: what + (isClosed ? `. ${texts.closed.thanks}` : `: ${registerDescription}`),
    body: await parts.render('register', { boot, capacity }),
  };
}
