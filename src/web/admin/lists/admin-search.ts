import { PAGE_SIZE, PAGE_SIZES } from '#contract/paging.ts';
import { COMPLETENESS } from '#domain/attendee.ts';
import { ORDER_SORTS, PAYMENT_STATUSES } from '#domain/order.ts';
import { EVENT_TYPES } from '#domain/packages.ts';

/** The dashboard's address: the desk, and its list's search, filters, order and open row. */
export type AdminSearch = Readonly<Partial<ReturnType<typeof readAdminSearch>>>;

/** The same, as typed or bookmarked. */
export type AdminAddress = Readonly<Partial<Record<keyof AdminSearch, unknown>>>;

/** Drops invalid parts. */
export function readAdminSearch(search: Readonly<Record<string, unknown>>) {
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
    /** Rows per page, unless it is the default. */
    size: PAGE_SIZES.find((size) => size !== PAGE_SIZE && String(size) === String(search.size)),
    sort: oneOf(ORDER_SORTS, search.sort),
    direction: oneOf(['asc', 'desc'], search.direction),
    status: oneOf(PAYMENT_STATUSES, search.status),
    eventType: oneOf(EVENT_TYPES, search.eventType),
    attendees: oneOf(COMPLETENESS, search.attendees),
    /** The order whose details are open. */
    order: natural(search.order),
  };
}

/** Whether filters narrow the list; a search is not one. */
export function isFiltered({ tab, q, page, size, sort, direction, order, ...filters }: AdminSearch): boolean {
  return Object.values(filters).some((one) => one !== undefined);
}

export function oneOf<T extends string>(values: readonly T[], value: unknown): T | undefined {
  return values.find((one) => one === value);
}
