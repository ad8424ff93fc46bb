import { BADGE_SHEETS, type BadgeFormat } from '#domain/badges.ts';
import { type Context, today } from '../context.ts';
import { isUuid } from '../db/is-uuid.ts';
import { Refusal } from '../errors.ts';
import { type Download, pdfDownload } from '../http/bind.ts';
import { isInFile, readBadges } from './badge-rows.ts';
import { drawBadges } from './draw-badges.ts';

/**
 * A file's badges that are still correct, drawn for the given labels. Downloading marks nothing as printed (R-BADGE-1).
 */
export async function getBadgeFile(ctx: Context, file: string, format: BadgeFormat): Promise<Download> {
  const people = isUuid(file) ? await readBadges(ctx.db, isInFile(file)) : [];
  if (people.length === 0) throw new Refusal('badges_not_found');
  const { event } = ctx.content;
  const texts = {
    title: `Badges - ${event.name}`,
    event: event.name,
    host: event.host.name,
    createdAt: ctx.now,
  };
  const fileName = `badges-${today(ctx)}-${format}.pdf`;
  return pdfDownload({ fileName, file: await drawBadges(texts, BADGE_SHEETS[format], people) });
}
