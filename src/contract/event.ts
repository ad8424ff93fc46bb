import * as z from 'zod/mini';
import { SPEAKER_MARKERS } from '#domain/program.ts';
import { uuid } from './fields.ts';
import { API_PATHS } from './paths.ts';
import { route } from './route.ts';
import * as fieldWords from './words/fields.ts';

export const getCapacityStatus = route({
  method: 'GET',
  path: API_PATHS.capacityStatus,
  permission: 'anyone',
  /** Seats held by this checkout's own order count as free. */
  query: z.object({ checkoutId: z.optional(uuid(fieldWords.checkoutId)) }),
  response: z.array(
    z.object({
      eventDate: z.iso.date(),
      maxCapacity: z.int(),
      currentRegistrations: z.int(),
      remaining: z.int(),
      status: z.enum(['available', 'limited', 'sold_out']),
    }),
  ),
});

export const listSpeakers = route({
  method: 'GET',
  path: '/api/speakers',
  permission: 'anyone',
  response: z.array(
    z.object({
      name: z.string(),
      title: z.nullable(z.string()),
      imageUrl: z.nullable(z.string()),
      featured: z.boolean(),
      bio: z.nullable(z.string()),
      marker: z.nullable(z.enum(SPEAKER_MARKERS)),
    }),
  ),
});
