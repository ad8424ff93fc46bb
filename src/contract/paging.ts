/** The default number of rows per page in the desk's lists. */
export const PAGE_SIZE = 25;
export const PAGE_SIZES = [PAGE_SIZE, 100] as const;
/** A higher page number is refused. */
export const MAX_PAGE = 100_000;
export type PageSize = (typeof PAGE_SIZES)[number];
