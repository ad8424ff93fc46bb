import type { EventInfo } from '#domain/event-phase.ts';

/** What, when and where. Instants are ISO 8601 with an offset; days are in `zone`. */
export const event: EventInfo = {
  name: 'Digital Safety Summit',
  shortCode: 'DSS',
  training: { name: 'Certified Digital Safety Educator', day: '2025-09-19' },
  day: '2025-09-20',
  zone: 'America/Denver',
  startsAt: '2025-09-20T09:00:00-06:00',
  endsAt: '2025-09-20T17:00:00-06:00',
  closesAt: '2025-09-21T00:00:00-06:00',
  // Defined in UTC, unlike the others.
  earlyBirdEndsAt: '2025-08-06T23:59:59Z',
  trainingSaleEndsAt: '2025-09-19T09:00:00-06:00',
  // Initial values; afterward, staff change them at the desk.
  capacity: [
    { day: '2025-09-19', maxCapacity: 60 },
    { day: '2025-09-20', maxCapacity: 300 },
  ],
  host: {
    name: 'Harbor Light Alliance',
    mission: 'A nonprofit that works to end human trafficking, on the street and online.',
  },
  venue: {
    name: 'Sturm Hall - Davis Auditorium',
    organization: 'University of Denver',
    street: '2130 S High St',
    city: 'Denver',
    state: 'CO',
    postalCode: '80210',
    country: 'US',
    doors: ['Main entrance', 'High Street entrance', 'Garage'],
  },
};
