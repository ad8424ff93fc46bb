import { PAGE_SIZE, type PageSize } from '#contract/pages.ts';

/** The number of the last page of so many rows; an empty list has one page. */
export const lastPage = (total: number, size: PageSize) => Math.max(1, Math.ceil(total / size));

/** The page on which the first row of `page` stands when pages get another size. */
export function pageAfterResize(page: number, from: PageSize, to: PageSize): number {
  return Math.floor(((page - 1) * from) / to) + 1;
}

/** What the address holds: the first page and the usual size go without saying. */
export function pageInAddress(page: number, size: PageSize) {
  return { page: page > 1 ? page : undefined, size: size === PAGE_SIZE ? undefined : size };
}
