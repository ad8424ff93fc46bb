import { expect, test } from 'vitest';
import { sampleEvent as event } from '#test/sample-event.ts';
import { PAYMENT_STATUSES } from './order.ts';
import { canCorrectTicket, canCorrectTrack, parsePageKey, passOnRefusal, ticketEnd } from './ticket-page.ts';

const KEY = `M${'0123456789ABCDEF'.repeat(2)}01234567`;

test.each([
  [KEY, KEY],
  [` ${KEY.toLowerCase()}\n`, KEY],
  [KEY.slice(1), null],
  [`T${KEY.slice(1)}`, null],
  [KEY.slice(0, 20), null],
  [`${KEY}${KEY}`, null],
  [`${KEY.slice(0, -1)}/`, null],
  ['', null],
])('the key in a link %j is read as %j', (text, key) => expect(parsePageKey(text)).toBe(key));

const AT = new Date('2025-09-12T18:00:00Z');
const valid = { replaced: null, voidedAt: null, paymentStatus: 'completed' } as const;

test('a page shows the code while the ticket is valid (R-TICKET-1)', () => {
  const shown = PAYMENT_STATUSES.filter((paymentStatus) => !ticketEnd({ ...valid, paymentStatus }));
  expect(shown).toEqual(['completed', 'partially_refunded']);
});

test.each([
  ['given away', { replaced: { at: AT, because: 'given_away' } }, { because: 'given_away', at: AT }],
  [
    'returned, which voids it as well',
    { replaced: { at: AT, because: 'returned' }, voidedAt: AT },
    { because: 'returned', at: AT },
  ],
  ['canceled by itself', { voidedAt: AT }, { because: 'canceled', at: AT }],
  ['refunded with its order', { voidedAt: AT, paymentStatus: 'refunded' }, { because: 'refunded', at: AT }],
  ['in a refunded order', { paymentStatus: 'refunded' }, { because: 'refunded', at: null }],
  ['in an order under review', { paymentStatus: 'review' }, { because: 'not_paid', at: null }],
] as const)('a ticket that was %s has ended', (_what, change, end) => {
  expect(ticketEnd({ ...valid, ...change })).toEqual(end);
});

test.each([
  ['2025-09-20T05:59:59.999Z', true],
  ['2025-09-20T06:00:00Z', false],
])(
  'at %s a holder can change the track: %s, because it is fixed from midnight in Denver (R-TICKET-2)',
  (now, may) => {
    expect(canCorrectTrack(event, new Date(now))).toBe(may);
  },
);

test('a holder can correct the ticket, and pass it on if nobody came in with it, until the event is past', () => {
  const end = Date.parse(event.closesAt);
  const at = (now: number) => [
    canCorrectTicket(event, new Date(now)),
    ...[false, true].map((isIn) => passOnRefusal({ isIn }, event, new Date(now))),
  ];
  expect([at(end - 1), at(end)]).toEqual([
    [true, null, 'already_checked_in'],
    [false, 'event_over', 'event_over'],
  ]);
});
