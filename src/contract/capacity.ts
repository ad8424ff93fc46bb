import * as z from 'zod/mini';
import { count } from './ranges.ts';
import { route } from './route.ts';
import * as capacityWords from './words/capacity.ts';

const day = z.object({
  eventDate: z.iso.date(),
  maxCapacity: z.int(),
  /** Seats of orders that are paid or under review. */
  sold: z.int(),
  /** Seats that open checkouts hold until they are paid or end. */
  held: z.int(),
  free: z.int(),
});
export type CapacityDay = z.output<typeof day>;

export const getCapacity = route({
  method: 'GET',
  path: '/api/admin/capacity',
  permission: 'admin',
  response: z.array(day),
});

const MOST = 100_000;

/** Changes a day's maximum, never below the seats taken. `seen` is the maximum the form opened with. */
export const setCapacity = route({
  method: 'POST',
  path: '/api/admin/capacity/{day}',
  permission: 'admin',
  body: z.object({
    maxCapacity: z
      .int(capacityWords.seats)
      .check(z.gte(0, capacityWords.seatsNegative), z.lte(MOST, capacityWords.tooManySeats(MOST))),
    seen: count,
  }),
  response: z.array(day),
});
