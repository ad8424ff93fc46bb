import fc from 'fast-check';
import type { EventType } from '#domain/packages.ts';

/** The packages: event type, seats, cents. */
export const WARES: readonly (readonly [EventType, number, number])[] = [
  ['conference', 1, 20_00],
  ['conference', 10, 200_00],
  ['trainer', 1, 1500_00],
  ['trainer', 5, 3500_00],
  ['both', 1, 1500_00],
  ['both', 5, 3500_00],
  ['both', 10, 5000_00],
];

/** Orders and people have the history's own keys, such as o12 and o12p0. */
export type Operation =
  | ({ readonly kind: 'buy' } & Purchase)
  | ({ readonly kind: 'pay'; readonly order: string; readonly isGood: boolean } & Due)
  | { readonly kind: 'tell'; readonly order: string; readonly times: number }
  | { readonly kind: 'return'; readonly order: string }
  | { readonly kind: 'delete'; readonly order: string }
  | { readonly kind: 'wait'; readonly minutes: number }
  | { readonly kind: 'reconcile' }
  | ({ readonly kind: 'refund' } & Refund)
  | ({ readonly kind: 'name' } & Naming)
  | { readonly kind: 'remove'; readonly person: string; readonly alsoOrganizer: boolean }
  | { readonly kind: 'scan'; readonly person: string; readonly byCode: boolean }
  | { readonly kind: 'undo'; readonly person: string };

export interface Purchase {
  readonly order: string;
  /** A later order with the same one replaces the earlier. */
  readonly checkoutId: string;
  /** Its index in the packages. */
  readonly ware: number;
  readonly coupon: string | null;
  readonly provider: 'stripe' | 'square';
  /** Names the organizer and this many more people. */
  readonly others: number;
}

/** The call of the order page. */
interface Due {
  readonly provider: 'stripe' | 'square';
  readonly amount: number;
}

export interface Refund {
  readonly order: string;
  readonly id: string;
  readonly amount: number;
  readonly people: readonly string[];
  readonly freeSeats: number;
}

export interface Naming {
  readonly order: string;
  readonly person: string;
  readonly byStaff: boolean;
}

export function orderOf(operation: Operation): string | null {
  if ('order' in operation) return operation.order;
  return 'person' in operation ? operation.person.split('p')[0]! : null;
}

/** A planned operation; its order or person is chosen when it runs. */
export interface Wish {
  readonly kind: Operation['kind'] | 'buy again';
  readonly which: number;
  readonly how: number;
  readonly much: number;
}

export interface History {
  readonly startsAt: string;
  readonly seats: readonly [number, number];
  readonly uses: readonly [number, number];
  /** One operation, or several at once; with `together`, all on one order. */
  readonly steps: readonly { readonly wishes: readonly Wish[]; readonly together: boolean }[];
}

export function historyOf(count: number): fc.Arbitrary<History> {
  const number = fc.noBias(fc.nat(2 ** 20));
  const wish = (weights: Partial<Record<Wish['kind'], number>>): fc.Arbitrary<Wish> => {
    const kinds = Object.entries(weights) as [Wish['kind'], number][];
    const kind = fc.oneof(...kinds.map(([one, weight]) => ({ weight, arbitrary: fc.constant(one) })));
    return fc.record({ kind, which: number, how: number, much: number });
  };
  const alone = wish({
    ...{ buy: 20, 'buy again': 4, pay: 17, tell: 7, return: 6, wait: 3, reconcile: 2 },
    ...{ refund: 9, name: 6, remove: 3, delete: 2, scan: 15, undo: 6 },
  });
  const amongOthers = wish({ buy: 6, pay: 3, tell: 3, return: 2, refund: 5, name: 3, scan: 4, undo: 2 });
  const step = fc.oneof(
    { weight: 9, arbitrary: fc.record({ wishes: fc.tuple(alone), together: fc.constant(false) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        wishes: fc.array(amongOthers, { minLength: 2, maxLength: 4 }),
        together: fc.boolean(),
      }),
    },
  );
  return fc.record({
    startsAt: fc.constantFrom('2025-09-17T16:10:00Z', '2025-09-18T22:10:00Z', '2025-09-19T13:10:00Z'),
    seats: fc.tuple(fc.integer({ min: 12, max: 30 }), fc.integer({ min: 25, max: 60 })),
    uses: fc.tuple(fc.integer({ min: 2, max: 8 }), fc.integer({ min: 2, max: 5 })),
    steps: fc.array(step, { minLength: count, maxLength: count, size: 'max' }),
  });
}

/** What to refund of an order's payment: all, parts with and without tickets and seats, or too much. */
export function refundPart(
  order: {
    readonly captured: number;
    readonly refunded: number;
    readonly seats: number;
    readonly freeSeats: number;
    /** People with valid tickets, and everybody. */
    readonly good: readonly string[];
    readonly all: readonly string[];
  },
  { how, much }: Wish,
): Pick<Refund, 'amount' | 'people' | 'freeSeats'> {
  const left = Math.max(1, order.captured - order.refunded);
  const share = Math.max(1, Math.floor(order.captured / order.seats));
  const one = order.good.slice(much % Math.max(1, order.good.length)).slice(0, 1);
  const parts = [
    { amount: left, people: [], freeSeats: 0 },
    { amount: 1 + (much % left), people: [], freeSeats: 0 },
    { amount: left + 1, people: one, freeSeats: 0 },
    { amount: share, people: one, freeSeats: 0 },
    { amount: Math.min(share, left), people: one, freeSeats: 0 },
    { amount: Math.min(share, left), people: [], freeSeats: 1 + (much % 2) },
    { amount: Math.min(share, left), people: one, freeSeats: Math.min(1, Math.max(0, order.freeSeats)) },
    { amount: 1, people: order.all.slice(0, 1), freeSeats: 0 },
  ];
  return parts[how % parts.length]!;
}
