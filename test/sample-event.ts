import type { EventInfo } from '#domain/event-phase.ts';
import type { EventType, Package, PackageSize } from '#domain/packages.ts';

/** The event that rules are tested with, independent of `content/`. */
export const sampleEvent: EventInfo = {
  name: 'Sample Summit',
  shortCode: 'DSS',
  training: { name: 'Sample Training', day: '2025-09-19' },
  day: '2025-09-20',
  zone: 'America/Denver',
  startsAt: '2025-09-20T09:00:00-06:00',
  endsAt: '2025-09-20T17:00:00-06:00',
  closesAt: '2025-09-21T00:00:00-06:00',
  earlyBirdEndsAt: '2025-08-06T23:59:59Z',
  trainingSaleEndsAt: '2025-09-19T09:00:00-06:00',
  capacity: [
    { day: '2025-09-19', maxCapacity: 60 },
    { day: '2025-09-20', maxCapacity: 300 },
  ],
  host: { name: 'Sample Host', mission: 'A sample.' },
  venue: {
    name: 'Sample Hall',
    organization: 'Sample University',
    street: '1 Sample Street',
    city: 'Denver',
    state: 'CO',
    postalCode: '80210',
    country: 'US',
    doors: ['Main entrance', 'Garage'],
  },
};

/** Early bird is cheaper than regular here, so a test sees which one applied. */
export function samplePackage(
  eventType: EventType,
  size: PackageSize,
  changes: Partial<Package> = {},
): Package {
  return {
    eventType,
    size,
    name: size,
    description: 'A sample.',
    includes: [],
    earlyBirdPrice: 15_00,
    regularPrice: 20_00,
    originalPrice: null,
    mostPopular: false,
    listed: true,
    ...changes,
  };
}
