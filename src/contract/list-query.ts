import * as z from 'zod/mini';
import { MAX_PAGE, PAGE_SIZE, PAGE_SIZES, type PageSize } from './paging.ts';
import * as deskWords from './words/desk-fields.ts';

export const page = z.object({
  search: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(MAX_PAGE)), 1),
  size: z._default(
    z.coerce.number().check(z.refine((size) => PAGE_SIZES.includes(size as PageSize), deskWords.pageSize)),
    PAGE_SIZE,
  ),
});

/** Selected rows: `12,15,7`. No stored id has more digits. */
export const ids = z.optional(
  z.pipe(
    z.string().check(z.maxLength(8000), z.regex(/^\d{1,9}(,\d{1,9})*$/, deskWords.ids)),
    z.transform((text) => text.split(',').map(Number)),
  ),
);
