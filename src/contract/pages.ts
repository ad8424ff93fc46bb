/** Rows of the desk's lists that are sent and shown at a time, unless more are asked for. */
export const PAGE_SIZE = 25;
export const PAGE_SIZES = [PAGE_SIZE, 100] as const;
export type PageSize = (typeof PAGE_SIZES)[number];
