import * as z from 'zod/mini';
import { SPEAKER_MARKERS } from '#domain/program.ts';
import { optionalText, requiredText } from './fields.ts';
import { optionalLines } from './optional-lines.ts';
import { givenInstant } from './ranges.ts';
import { route } from './route.ts';
import * as deskWords from './words/desk-fields.ts';

const adminSpeaker = z.object({
  id: z.int(),
  name: z.string(),
  title: z.nullable(z.string()),
  bio: z.nullable(z.string()),
  imageUrl: z.nullable(z.string()),
  featured: z.boolean(),
  marker: z.nullable(z.enum(SPEAKER_MARKERS)),
  /** When a mystery speaker is announced; null means when the marker is removed. */
  mysteryUntil: z.nullable(z.string()),
  updatedAt: z.string(),
});
export type AdminSpeaker = z.output<typeof adminSpeaker>;

/** `picture` is WebP or JPEG in base64, at most 65 kB. Null removes the picture; absent keeps it. */
export const speakerForm = z.object({
  name: requiredText(deskWords.speakerName, 120),
  title: optionalText(160),
  bio: z.optional(optionalLines(2_000)),
  featured: z.optional(z.boolean()),
  marker: z.nullish(z.enum(SPEAKER_MARKERS, deskWords.speakerMarker)),
  mysteryUntil: z.nullish(givenInstant(deskWords.instant)),
  picture: z.nullish(
    z
      .string()
      .check(
        z.maxLength(87_000, deskWords.pictureTooLarge),
        z.regex(/^[A-Za-z0-9+/]*={0,2}$/, deskWords.base64),
      ),
  ),
});

/** In page order. */
export const listAdminSpeakers = route({
  method: 'GET',
  path: '/api/admin/speakers',
  permission: 'admin',
  response: z.array(adminSpeaker),
});

/** Every change returns the speaker as stored. */
const speakerChange = { method: 'POST', permission: 'admin', response: adminSpeaker } as const;

export const createSpeaker = route({ ...speakerChange, path: '/api/admin/speakers', body: speakerForm });

/**
 * `seenUpdatedAt` is the speaker's timestamp when the form opened; a speaker that has changed since is not
 * overwritten.
 */
export const saveSpeaker = route({
  ...speakerChange,
  path: '/api/admin/speakers/{id}',
  body: z.extend(speakerForm, { seenUpdatedAt: givenInstant(deskWords.instant) }),
});

export const deleteSpeaker = route({
  method: 'DELETE',
  path: '/api/admin/speakers/{id}',
  permission: 'admin',
  response: z.object({ success: z.literal(true) }),
});

/** All ids in their new order; refused if they are no longer exactly the existing speakers. */
export const orderSpeakers = route({
  method: 'POST',
  path: '/api/admin/speaker-order',
  permission: 'admin',
  body: z.object({ ids: z.array(z.int()).check(z.maxLength(200)) }),
  response: z.array(adminSpeaker),
});
