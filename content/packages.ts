import type { EventType, Package, PackageSize } from '#domain/packages.ts';
import { conferenceDay, trainingDay } from './event-words.ts';

const CONFERENCE_INCLUDES = [
  `Keynotes and breakouts on ${conferenceDay}`,
  'Lunch',
  'Slides and resource list',
];
const TRAINING_INCLUDES = [
  `Training day on ${trainingDay} with certification`,
  `The whole conference on ${conferenceDay}, lunch included`,
  'One-year curriculum license',
];

/**
 * What is sold, with prices in cents. Where Stripe has a product for a package, its price replaces the one here
 * (R-CATALOG-2). The early-bird and regular prices may differ, although all are equal here. The first listed package of an
 * event type is preselected.
 */
export const packages: readonly Package[] = [
  {
    eventType: 'conference',
    size: 'individual',
    name: 'Individual Package',
    description: 'One seat at the conference.',
    includes: CONFERENCE_INCLUDES,
    earlyBirdPrice: 20_00,
    regularPrice: 20_00,
    originalPrice: 99_00,
    mostPopular: true,
    listed: true,
  },
  {
    eventType: 'conference',
    size: 'large_group',
    name: '10-Person Package',
    description: 'Ten seats at one price, named now or later.',
    includes: CONFERENCE_INCLUDES,
    earlyBirdPrice: 200_00,
    regularPrice: 200_00,
    originalPrice: 792_00,
    mostPopular: false,
    listed: true,
  },
  ...trainerPackages('both', true),
  ...trainerPackages('trainer', false),
];

/** Training-only packages cost the same. They are sold by arrangement, so the public form does not list them. */
function trainerPackages(eventType: EventType, listed: boolean): Package[] {
  const days = eventType === 'both' ? 'both days' : 'the training day';
  const sizes: [PackageSize, string, string, number][] = [
    ['individual', 'Individual Package', 'One educator', 1500_00],
    ['small_group', '5-Person Package', 'Five educators from one team', 3500_00],
    ['large_group', '10-Person Package', 'Ten educators from one team', 5000_00],
  ];
  return sizes.map(([size, name, people, price]) => ({
    eventType,
    size,
    name,
    description: `${people}, ${days}.`,
    includes: eventType === 'both' ? TRAINING_INCLUDES : TRAINING_INCLUDES.slice(0, 1),
    earlyBirdPrice: price,
    regularPrice: price,
    originalPrice: null,
    mostPopular: false,
    listed,
  }));
}
