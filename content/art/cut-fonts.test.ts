import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cutFonts, ENGLISH, REST } from './cut-fonts.ts';

async function withCutFonts(use: (folder: string, licences: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cut-fonts-'));
  try {
    await use(folder, await cutFonts(folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test('headline and text font of an English page are 26 kB together', async () => {
  await withCutFonts(async (folder) => {
    const size = async (name: string) => (await stat(join(folder, name))).size;
    const both =
      (await size('bricolage-grotesque-english.woff2')) +
      (await size('atkinson-hyperlegible-next-english.woff2'));
    expect(both).toBeGreaterThan(20_000);
    expect(both).toBeLessThan(26_000);
  });
});

test('the licence of each font comes with it', async () => {
  await withCutFonts(async (_folder, licences) => {
    expect(licences.match(/SIL OPEN FONT LICENSE Version 1\.1/g)).toHaveLength(3);
    expect(licences).toContain('The Bricolage Grotesque Project Authors');
    expect(licences).toContain('The Atkinson Hyperlegible Next Project Authors');
    expect(licences).toContain('The Atkinson Hyperlegible Mono Project Authors');
  });
});

test('the sheet promises of each file what was cut into it', async () => {
  const sheet = await readFile(new URL('../../src/web/design.css', import.meta.url), 'utf8');
  const faces = [
    ...sheet.matchAll(
      /font-family: "([^"]+)";[^}]*url\("@cut-fonts\/[\w-]+-(english|rest)\.woff2"\)[^}]*unicode-range:([^;]+);/g,
    ),
  ];
  const promised = faces.map(([, , part, range]) => [part, range!.trim().replaceAll(/\s+/g, ' ')]);
  expect(promised).toEqual([
    ['rest', REST],
    ['english', ENGLISH],
    ['rest', REST],
    ['english', ENGLISH],
    ['rest', REST],
    ['english', ENGLISH],
  ]);
  // A face that has not come holds up all of its family.
  expect(new Set(faces.map(([, family]) => family)).size).toBe(faces.length);
});
