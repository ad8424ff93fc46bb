import { speakersAnnouncedBy } from '#content/speakers.ts';
import type { listSpeakers as route } from '#contract/event.ts';
import type { ParsedOf } from '#contract/route.ts';
import { mysteryWords } from '#contract/words/speakers.ts';
import { type Context, today } from '../context.ts';
import { asc } from '../db/drizzle.ts';
import { speakers } from '../db/tables.ts';

const MYSTERY = { title: null, imageUrl: null, featured: false, bio: null, marker: 'mystery' } as const;

/** The speakers in their order. The server reveals nothing about a mystery speaker before the date. */
export async function listSpeakers(ctx: Context): Promise<ParsedOf<typeof route.response>> {
  const rows = await ctx.db.select().from(speakers).orderBy(asc(speakers.position), asc(speakers.id));
  const mystery = mysteryWords(speakersAnnouncedBy, today(ctx));
  return rows.map((row) => {
    const isAnnounced = row.mysteryUntil !== null && ctx.now >= row.mysteryUntil;
    if (row.marker === 'mystery' && !isAnnounced) return { name: mystery, ...MYSTERY };
    return {
      name: row.name,
      title: row.title,
      imageUrl: row.imageUrl,
      featured: row.featured,
      bio: row.bio,
      marker: row.marker === 'mystery' ? null : row.marker,
    };
  });
}
