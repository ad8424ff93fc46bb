import type { Page } from 'playwright-core';
import { extractText } from 'unpdf';

/** The text of each sheet that the page prints. */
export async function printPages(page: Page): Promise<string[]> {
  const { text } = await extractText(new Uint8Array(await page.pdf({ preferCSSPageSize: true })));
  return text;
}
