import type { Page } from 'playwright-core';

/** How many sheets of paper the page takes. */
export async function countPages(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'Letter', preferCSSPageSize: false });
  return [...pdf.toString('latin1').matchAll(/\/Type\s*\/Page\b/g)].length;
}
