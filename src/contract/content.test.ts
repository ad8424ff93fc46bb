import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { content } from '#content/content.ts';
import { findContentProblems } from './content.ts';

test('the shipped content has no problems', () => {
  expect(findContentProblems(content)).toEqual([]);
});

test.each(Object.keys(content))('a missing %s is reported with a file that exists', (field) => {
  const [problem] = findContentProblems({ ...content, [field]: undefined });
  const [, file] = /^(content\/[\w-]+\.ts): \w+ is missing\.$/.exec(problem!)!;
  expect(existsSync(new URL(`../../${file}`, import.meta.url))).toBe(true);
});

describe('reports one wrong value in one sentence that names file and field', () => {
  const packages = content.packages.map((one) => ({ ...one }));
  const [first, ...others] = packages;
  const { items } = content.schedule;

  test.each<[string, object, string]>([
    ['no name', event({ name: ' ' }), 'content/event.ts: event.name must not be empty.'],
    [
      'letters',
      event({ shortCode: 'dss' }),
      'content/event.ts: event.shortCode must be two to five capital letters.',
    ],
    ['February 29', event({ day: '2025-02-29' }), 'content/event.ts: event.day must be a day, YYYY-MM-DD.'],
    [
      'a zone',
      event({ zone: 'Denver' }),
      'content/event.ts: event.zone must be a time zone such as America/Denver.',
    ],
    [
      'an instant without its offset',
      event({ closesAt: '2025-09-21T00:00:00' }),
      'content/event.ts: event.closesAt must be an instant such as 2025-09-20T09:00:00-06:00.',
    ],
    [
      'no seats',
      event({ capacity: content.event.capacity.map((one) => ({ ...one, maxCapacity: 0 })).slice(0, 1) }),
      'content/event.ts: event.capacity[0].maxCapacity must be at least 1.',
    ],
    [
      'a price in dollars',
      { packages: [{ ...first, regularPrice: 19.99 }, ...others] },
      'content/packages.ts: packages[0].regularPrice must be a whole number of cents.',
    ],
    [
      'a price below nothing',
      { packages: [{ ...first, earlyBirdPrice: -1 }, ...others] },
      'content/packages.ts: packages[0].earlyBirdPrice must not be negative.',
    ],
    [
      'a refund of more than everything',
      { refunds: { ...content.refunds, steps: [{ until: '2025-09-01', percent: 101 }] } },
      'content/refunds.ts: refunds.steps[0].percent must be from 1 to 100.',
    ],
    [
      'a way to value canceled seats',
      { refunds: { ...content.refunds, seatValue: 'free' } },
      'content/refunds.ts: refunds.seatValue must be one of keep_price, reprice.',
    ],
    [
      'a reminder on the day itself',
      { deadlines: { ...content.deadlines, remindDaysBefore: [0] } },
      'content/deadlines.ts: deadlines.remindDaysBefore[0] must be at least 1.',
    ],
    [
      'the end of naming as an instant',
      { deadlines: { ...content.deadlines, namingEndsOn: '2025-09-18T00:00:00Z' } },
      'content/deadlines.ts: deadlines.namingEndsOn must be a day, YYYY-MM-DD.',
    ],
    ['nothing to sell', { packages: [] }, 'content/packages.ts: packages must have at least one package.'],
    [
      'a time',
      { schedule: { ...content.schedule, items: [{ ...items[0], from: '8:00' }] } },
      'content/schedule.ts: schedule.items[0].from must be a time such as 09:20.',
    ],
    [
      'three topics',
      { topics: content.topics.slice(1) },
      'content/topics.ts: topics must have four entries.',
    ],
    [
      'nine pictures',
      { gallery: content.gallery.slice(1) },
      'content/gallery.ts: gallery must have ten entries.',
    ],
    [
      'no day of training',
      event({ training: { name: 'T' } }),
      'content/event.ts: event.training.day must be a day, YYYY-MM-DD.',
    ],
    ['no host', event({ host: undefined }), 'content/event.ts: event.host is missing.'],
    [
      'a yes for a word',
      { packages: [{ ...first, listed: 'yes' }, ...others] },
      'content/packages.ts: packages[0].listed has the wrong type.',
    ],
    [
      'a size',
      { packages: [{ ...first, size: 'duo' }, ...others] },
      'content/packages.ts: packages[0].size must be one of individual, small_group, large_group.',
    ],
    [
      'a link',
      { sponsors: [{ ...content.sponsors[0], website: 'example' }] },
      'content/sponsors.ts: sponsors[0].website must be an address such as https://example.org/.',
    ],
    [
      'three organizations',
      { speakerOrganizations: content.speakerOrganizations.slice(1) },
      'content/sponsors.ts: speakerOrganizations must have four entries.',
    ],
  ])('%s', (_name, changes, sentence) => {
    expect(findContentProblems({ ...content, ...changes })).toEqual([sentence]);
  });

  test.each<[string, object, string]>([
    [
      'naming after the event',
      { deadlines: { ...content.deadlines, namingEndsOn: '2025-09-21' } },
      'content/deadlines.ts: deadlines.namingEndsOn must not be after day (2025-09-20).',
    ],
    [
      'the end of naming of last year',
      { deadlines: { ...content.deadlines, namingEndsOn: '2024-09-18' } },
      'content/deadlines.ts: deadlines.namingEndsOn is more than 300 days before day (2025-09-20).',
    ],
    [
      'a refund step of last year',
      steps(['2024-09-05', 100], ['2025-09-12', 50]),
      'content/refunds.ts: refunds.steps[0].until is more than 300 days before day (2025-09-20).',
    ],
    [
      'the early bird of last year',
      event({ earlyBirdEndsAt: '2024-08-16T00:00:00-06:00' }),
      'content/event.ts: event.earlyBirdEndsAt is more than 300 days before day (2025-09-20).',
    ],
    [
      'reminders from late to early',
      { deadlines: { ...content.deadlines, remindDaysBefore: [3, 7] } },
      'content/deadlines.ts: deadlines.remindDaysBefore[1] must be below 3.',
    ],
    [
      'early bird after the start',
      event({ earlyBirdEndsAt: '2025-09-21T00:00:00Z' }),
      'content/event.ts: event.earlyBirdEndsAt must be before startsAt.',
    ],
    [
      'an end before the start',
      event({ endsAt: '2025-09-20T08:00:00-06:00' }),
      'content/event.ts: event.startsAt must be before endsAt.',
    ],
    [
      'an end at the start',
      event({ endsAt: '2025-09-20T15:00:00Z' }),
      'content/event.ts: event.startsAt must be before endsAt.',
    ],
    [
      'closing before the end',
      event({ closesAt: '2025-09-20T16:59:59-06:00' }),
      'content/event.ts: event.endsAt must be before closesAt.',
    ],
    [
      'a training sale after closing',
      event({ trainingSaleEndsAt: '2025-09-22T00:00:00-06:00' }),
      'content/event.ts: event.trainingSaleEndsAt must be before closesAt.',
    ],
    [
      'a start on another day',
      event({ startsAt: '2025-09-19T23:59:59-06:00' }),
      'content/event.ts: event.startsAt falls on 2025-09-19, but day is 2025-09-20.',
    ],
    [
      'a day that takes no seats',
      event({ capacity: content.event.capacity.slice(1) }),
      'content/event.ts: event.capacity has no entry for training.day (2025-09-19).',
    ],
    [
      'a day twice',
      event({ capacity: [...content.event.capacity, content.event.capacity[0]!] }),
      'content/event.ts: event.capacity[2].day repeats capacity[0].',
    ],
    [
      'a package twice',
      { packages: [...packages, first] },
      `content/packages.ts: packages[${packages.length}].size repeats packages[0].`,
    ],
    [
      'a saving below nothing',
      { packages: [{ ...first, originalPrice: 19_99 }, ...others] },
      'content/packages.ts: packages[0].originalPrice must not be below the price.',
    ],
    [
      'canceled seats at the package price where larger packages cost less per seat',
      { refunds: { ...content.refunds, seatValue: 'keep_price' } },
      'content/refunds.ts: refunds.seatValue must be reprice, because larger packages cost less per seat.',
    ],
    [
      'a refund step before the one above it',
      steps(['2025-09-05', 100], ['2025-09-05', 50]),
      'content/refunds.ts: refunds.steps[1].until must be after 2025-09-05.',
    ],
    [
      'a later refund of more',
      steps(['2025-09-05', 50], ['2025-09-12', 50]),
      'content/refunds.ts: refunds.steps[1].percent must be below 50.',
    ],
    [
      'a refund after the event',
      steps(['2025-09-21', 100]),
      'content/refunds.ts: refunds.steps[0].until must not be after day (2025-09-20).',
    ],
    [
      'the schedule of another day',
      { schedule: { ...content.schedule, day: '2025-09-19' } },
      'content/schedule.ts: schedule.day must be the day of the event (2025-09-20).',
    ],
    [
      'an item without length',
      {
        schedule: {
          ...content.schedule,
          items: [{ ...items[0], from: '09:00', to: '09:00' }, ...items.slice(1)],
        },
      },
      'content/schedule.ts: schedule.items[0].to must be after 09:00.',
    ],
    [
      'a program that ends later than its last item',
      event({ endsAt: '2025-09-20T17:30:00-06:00' }),
      'content/event.ts: event.endsAt is 17:30, but the schedule ends at 17:00.',
    ],
  ])('%s contradicts the rest', (_name, changes, sentence) => {
    expect(findContentProblems({ ...content, ...changes })).toEqual([sentence]);
  });

  test('a training on the day of the event', () => {
    const sameDay = event({ training: { ...content.event.training, day: content.event.day } });
    expect(findContentProblems({ ...content, ...sameDay })).toEqual([
      'content/event.ts: event.training.day must be before day (2025-09-20).',
    ]);
  });
});

test('the schedule has the twelve specified parts', () => {
  expect(content.schedule.items.map(({ from, to, kind }) => `${from}-${to} ${kind}`)).toEqual([
    '08:00-09:00 arrival',
    '09:00-09:20 plenary',
    '09:20-10:00 keynote',
    '10:15-11:00 keynote',
    '11:00-12:00 breakout',
    '12:00-13:30 break',
    '13:30-14:00 panel',
    '14:00-14:30 keynote',
    '14:30-15:10 keynote',
    '15:10-16:00 breakout',
    '16:00-16:40 keynote',
    '16:40-17:00 plenary',
  ]);
});

test('all problems are reported at once', () => {
  const broken = { ...content, ...event({ name: '', zone: 'Denver' }), gallery: [] };
  expect(findContentProblems(broken)).toEqual([
    'content/event.ts: event.name must not be empty.',
    'content/event.ts: event.zone must be a time zone such as America/Denver.',
    'content/gallery.ts: gallery must have ten entries.',
  ]);
});

test.each([undefined, null, 'text', [], {}])('%j is not content', (value) => {
  expect(findContentProblems(value).length).toBeGreaterThan(0);
});

function steps(...list: [until: string, percent: number][]): object {
  const refunds = { ...content.refunds, steps: list.map(([until, percent]) => ({ until, percent })) };
  return { refunds };
}

function event(changes: object): object {
  return { event: { ...content.event, ...changes } };
}
