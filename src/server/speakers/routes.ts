import { asc } from 'drizzle-orm';
import type { Hono } from 'hono';
import { routes } from '#contract/routes.ts';
import { speakers } from '../db/tables.ts';
import { bind } from '../http/bind.ts';
import type { HttpEnv } from '../http/http-env.ts';

export function speakerRoutes(app: Hono<HttpEnv>): void {
  bind(app, routes.listSpeakers, async (ctx) => {
    const rows = await ctx.db.select().from(speakers).orderBy(asc(speakers.position), asc(speakers.id));
    return rows.map((row) => {
      const isAnnounced =
        row.marker === 'mystery' && row.mysteryUntil !== null && ctx.now >= row.mysteryUntil;
      return {
        name: row.name,
        title: row.title,
        imageUrl: row.imageUrl,
        featured: row.featured,
        bio: row.bio,
        marker: isAnnounced ? null : row.marker,
      };
    });
  });
}
