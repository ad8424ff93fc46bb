import { expect } from 'vitest';
import { jobHandlers } from '#server/job-handlers.ts';
import type { World } from './world.ts';

export interface PassHolder {
  readonly id: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly track: string | null;
}

/** Staff correct a person who has a ticket. */
export async function correct(world: World, person: PassHolder, changes: Partial<PassHolder>): Promise<void> {
  const { firstName, lastName, email, track } = person;
  const seen = { firstName, lastName, email, track, dietaryRestrictions: null };
  const staff = await world.staff();
  const response = await staff.post(`/api/admin/registrations/${person.id}`, { ...seen, ...changes, seen });
  expect(response.status).toBe(200);
}

/** The job that runs every minute. */
export const updatePasses = (dependencies: World['dependencies']) =>
  jobHandlers(dependencies)['update-passes']({}, { isLast: true });

/** The same site, with the event at another venue. */
export function inAnotherHall({ dependencies }: World): World['dependencies'] {
  const { content } = dependencies;
  const venue = { ...content.event.venue, name: 'Another Hall' };
  return { ...dependencies, content: { ...content, event: { ...content.event, venue } } };
}
