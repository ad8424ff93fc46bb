import { PAGE_SIZE, PAGE_SIZES, type PageSize } from '#contract/pages.ts';
import { COMPLETENESS, type Completeness } from '#domain/attendee.ts';
import { ORDER_SORTS, type OrderSort, PAYMENT_STATUSES, type PaymentStatus } from '#domain/order.ts';
import { EVENT_TYPES, type EventType } from '#domain/packages.ts';

/** The dashboard's address: the desk, and its list's search, filters, order and open row. */
export interface AdminSearch {
  readonly tab?: string | undefined;
  readonly q?: string | undefined;
  readonly page?: number | undefined;
  /** Rows per page, unless it is the default. */
  readonly size?: PageSize | undefined;
  readonly sort?: OrderSort | undefined;
  readonly direction?: 'asc' | 'desc' | undefined;
  readonly status?: PaymentStatus | undefined;
  readonly eventType?: EventType | undefined;
  readonly attendees?: Completeness | undefined;
  /** The order whose details are open. */
  readonly order?: number | undefined;
}

/** Parses an address that may be typed or bookmarked; invalid parts are dropped. */
export function readAdminSearch(search: Readonly<Record<string, unknown>>): AdminSearch {
  const natural = (value: unknown) => {
    const number = Number(value);
    return Number.isSafeInteger(number) && number > 0 ? number : undefined;
  };
  const text = (value: unknown) =>
    value === undefined || value === '' ? undefined : String(value).slice(0, 200);
  return {
    tab: text(search.tab),
    q: text(search.q),
    page: natural(search.page),
    size: PAGE_SIZES.find((size) => size !== PAGE_SIZE && String(size) === String(search.size)),
    sort: oneOf(ORDER_SORTS, search.sort),
    direction: oneOf(['asc', 'desc'], search.direction),
    status: oneOf(PAYMENT_STATUSES, search.status),
    eventType: oneOf(EVENT_TYPES, search.eventType),
    attendees: oneOf(COMPLETENESS, search.attendees),
    order: natural(search.order),
  };
}

/** The value if it is one of these, otherwise undefined. */
export function oneOf<T extends string>(values: readonly T[], value: unknown): T | undefined {
  return values.find((one) => one === value);
}
