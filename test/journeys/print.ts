import type { Page } from 'playwright-core';

/** How many sheets of paper the page takes. On tall ones it breaks only where it is told to. */
export async function countPages(page: Page, paper: 'letter' | 'tall' = 'letter'): Promise<number> {
  const pdf = await page.pdf({ width: '8.5in', height: paper === 'tall' ? '80in' : '11in' });
  return [...pdf.toString('latin1').matchAll(/\/Type\s*\/Page\b/g)].length;
}
