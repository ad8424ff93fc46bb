/** The default number of rows per page in the desk's lists. */
export const PAGE_SIZE = 25;
export const PAGE_SIZES = [PAGE_SIZE, 100] as const;
export type PageSize = (typeof PAGE_SIZES)[number];
