import { asc } from 'drizzle-orm';
import type { listSpeakers as route } from '#contract/event.ts';
import type { ParsedOf } from '#contract/route.ts';
import type { Context } from '../context.ts';
import { speakers } from '../db/tables.ts';

/** The speakers in their order. A mystery is one until its date. */
export async function listSpeakers(ctx: Context): Promise<ParsedOf<typeof route.response>> {
  const rows = await ctx.db.select().from(speakers).orderBy(asc(speakers.position), asc(speakers.id));
  return rows.map((row) => {
    const isAnnounced = row.marker === 'mystery' && row.mysteryUntil !== null && ctx.now >= row.mysteryUntil;
    return {
      name: row.name,
      title: row.title,
      imageUrl: row.imageUrl,
      featured: row.featured,
      bio: row.bio,
      marker: isAnnounced ? null : row.marker,
    };
  });
}
