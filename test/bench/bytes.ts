import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { chromiumFlags, findChromium } from '../chromium.ts';
import { loadedBy } from '../loaded-by.ts';

type Kind = 'html' | 'script' | 'style' | 'font' | 'image';

/**
 * What a browser loads for `path` before any interaction, in bytes as gzip -9 sends them; fonts and images as they are.
 */
export async function measureBytes(siteUrl: string, path: string): Promise<Record<Kind, number>> {
  await using browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
  const bytes: Record<Kind, number> = { html: 0, script: 0, style: 0, font: 0, image: 0 };
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  for (const request of await loadedBy(page, () => page.goto(siteUrl + path))) {
    const kind = kindOf(request.resourceType());
    const response = await request.response();
    if (!kind || !response) continue;
    const body = await response.body();
    bytes[kind] += kind === 'font' || kind === 'image' ? body.length : gzipSync(body, { level: 9 }).length;
  }
  return bytes;
}

function kindOf(resourceType: string): Kind | null {
  const kinds: Record<string, Kind> = {
    document: 'html',
    script: 'script',
    stylesheet: 'style',
    font: 'font',
    image: 'image',
  };
  return kinds[resourceType] ?? null;
}
