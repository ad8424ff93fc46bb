import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { chromiumFlags, findChromium } from '../chromium.ts';

type Kind = 'html' | 'script' | 'style' | 'font' | 'image';

/** What a browser loads for `path` before anybody touches it, in bytes as gzip -9 sends them (fonts and images as they are). */
export async function measureBytes(siteUrl: string, path: string): Promise<Record<Kind, number>> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
  const bytes: Record<Kind, number> = { html: 0, script: 0, style: 0, font: 0, image: 0 };
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    const bodies: Promise<void>[] = [];
    page.on('response', (response) => {
      const kind = kindOf(response.request().resourceType());
      if (!kind) return;
      bodies.push(
        response.body().then((body) => {
          bytes[kind] +=
            kind === 'font' || kind === 'image' ? body.length : gzipSync(body, { level: 9 }).length;
        }),
      );
    });
    await page.goto(siteUrl + path, { waitUntil: 'networkidle' });
    await Promise.all(bodies);
  } finally {
    await browser.close();
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
