/// <reference path="./subset-font.d.ts" />
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import subsetFont from 'subset-font';

/** The characters that nearly every page gets by with, as ranges of CSS. */
export const ENGLISH =
  'U+20-7E, U+A0, U+A9, U+B7, U+D7, U+2013-2014, U+2018-2019, U+201C-201D, U+2026, U+2212';
/** What else the uncut files know: names with accents and the like. Fetched where one of them is shown. */
export const REST =
  'U+A1-A8, U+AA-B6, U+B8-D6, U+D8-FF, U+131, U+152-153, U+2BB-2BC, U+2C6, U+2DA, U+2DC, U+304, U+308, U+329, U+2000-2012, U+2015-2017, U+201A-201B, U+201E-2025, U+2027-206F, U+20AC, U+2122, U+2191, U+2193, U+2215';

/** What the pages use of each family: headlines have one weight. */
const families = [
  { name: 'bricolage-grotesque', weight: 680 },
  { name: 'atkinson-hyperlegible-next', weight: { min: 400, max: 700 } },
  { name: 'atkinson-hyperlegible-mono', weight: { min: 400, max: 700 } },
] as const;
/** Pairs, figures of one width, and accents that are put on letters. */
const features = ['kern', 'tnum', 'ccmp', 'mark', 'mkmk'];

const { resolve } = createRequire(import.meta.url);

/**
 * Writes each family to `outDir` in two files, `…-english.woff2` and `…-rest.woff2`. Returns the families' licences,
 * which go wherever the files go.
 */
export async function cutFonts(outDir: string): Promise<string> {
  await mkdir(outDir, { recursive: true });
  const licences: string[] = [];
  for (const { name, weight } of families) {
    const folder = dirname(resolve(`@fontsource-variable/${name}/package.json`));
    const whole = await readFile(join(folder, `files/${name}-latin-wght-normal.woff2`));
    const cut = (ranges: string) =>
      subsetFont(whole, charactersOf(ranges), {
        targetFormat: 'woff2',
        variationAxes: { wght: weight },
        keepFeatures: features,
      });
    await replaceFile(join(outDir, `${name}-english.woff2`), await cut(ENGLISH));
    await replaceFile(join(outDir, `${name}-rest.woff2`), await cut(REST));
    licences.push(await readFile(join(folder, 'LICENSE'), 'utf8'));
  }
  return licences.join('\n\n');
}

function charactersOf(ranges: string): string {
  return ranges
    .split(', ')
    .flatMap((range) => {
      const [first = 0, last = first] = range
        .slice('U+'.length)
        .split('-')
        .map((digits) => Number.parseInt(digits, 16));
      return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
    })
    .join('');
}

/** Another build may be reading the file that was there before. */
async function replaceFile(path: string, content: Uint8Array): Promise<void> {
  const written = `${path}.${process.pid}`;
  await writeFile(written, content);
  await rename(written, path);
}
