import * as z from 'zod/mini';
import { BADGE_FORMATS } from '#domain/badges.ts';
import { route } from './route.ts';
import * as badgeWords from './words/badge-fields.ts';

/** `byHand`: people whose names need letters that the fonts lack; their badges have a line to write on. */
const badgeFile = z.object({
  file: z.uuid(),
  badges: z.int(),
  madeAt: z.iso.datetime(),
  byHand: z.array(z.string()),
});

/** How many people have a badge, how many badges remain to be printed, and the files not yet marked as printed. */
export const getBadges = route({
  method: 'GET',
  path: '/api/admin/badges',
  permission: 'admin',
  response: z.object({ people: z.int(), unprinted: z.int(), open: z.array(badgeFile) }),
});
export type BadgeFile = z.output<typeof badgeFile>;

/** Makes a file of badges: all, the unprinted ones, or one person's by registration id. Marks nothing as printed. */
export const makeBadges = route({
  method: 'POST',
  path: '/api/admin/badges',
  permission: 'admin',
  body: z.object({ which: z.union([z.enum(['all', 'unprinted']), z.int()], badgeWords.which) }),
  response: badgeFile,
});

/** The file, a PDF. Can be downloaded any number of times. */
export const getBadgeFile = route({
  method: 'GET',
  path: '/api/admin/badges/{file}',
  permission: 'admin',
  query: z.object({ format: z.enum(BADGE_FORMATS, badgeWords.format) }),
  response: z.unknown(),
});

/** Marks the badges as printed, once staff have the paper in hand. */
export const confirmBadges = route({
  method: 'POST',
  path: '/api/admin/badges/{file}/printed',
  permission: 'admin',
  response: z.object({ badges: z.int() }),
});

/** Forgets a file that was not printed. */
export const discardBadges = route({
  method: 'DELETE',
  path: '/api/admin/badges/{file}',
  permission: 'admin',
  response: z.object({ badges: z.int() }),
});
