import { PAGE_SIZE, type PageSize } from '#contract/paging.ts';

/** The number of the last page; an empty list has one page. */
export const lastPage = (total: number, size: PageSize) => Math.max(1, Math.ceil(total / size));

/** The page with the first row of `page` after a change of page size. */
export function pageAfterResize(page: number, from: PageSize, to: PageSize): number {
  return Math.floor(((page - 1) * from) / to) + 1;
}

/** The address's parameters, without the defaults: first page and usual size. */
export function pageInAddress(page: number, size: PageSize) {
  return { page: page > 1 ? page : undefined, size: size === PAGE_SIZE ? undefined : size };
}
