import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ArtFile, ArtManifest } from '#contract/art.ts';
import { gallery } from '../gallery.ts';
import { speakers } from '../speakers.ts';
import { sponsors } from '../sponsors.ts';
import { buildArt } from './build-art.ts';
import { scenes } from './scenes/scenes.ts';
import { drawSocialCard } from './social-card.ts';
import { drawSpeakerPortraits } from './speaker-portrait.ts';
import { drawSponsorMarks } from './sponsor-mark.ts';

/** What `npm run build` creates from the drawings only. */
const BUILT = fileURLToPath(new URL('../../dist/web/assets/', import.meta.url));
/** Real pictures, each of this single color. */
const REAL = { gallery: 'panel', speakers: 'sample-speaker-two', sponsors: 'city-library' };
const COLOR = '#0b5d66';
/** What this test draws itself: real pictures and drawings, but few, because encoding them takes long. */
const FEW = {
  gallery: gallery.filter(({ scene }) => ['stage', 'panel'].includes(scene)),
  speakers: speakers.slice(0, 2),
  sponsors,
};

let folder: string;
let built: ArtManifest;
let art: ArtManifest;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'art-'));
  built = JSON.parse(await readFile(join(BUILT, 'art.json'), 'utf8'));
  const pictures = join(folder, 'pictures');
  const photo = sharp({ create: { width: 1200, height: 1200, channels: 3, background: COLOR } }).jpeg();
  for (const [shelf, key] of Object.entries(REAL)) {
    await mkdir(join(pictures, shelf), { recursive: true });
    await photo.toFile(join(pictures, shelf, `${key}.jpg`));
  }
  art = await buildArt(join(folder, 'drawn'), pathToFileURL(`${pictures}/`), FEW);
}, 60_000);

afterAll(() => rm(folder, { recursive: true }));

const builtSize = async (one: ArtFile) => (await stat(join(BUILT, one.file))).size;
const total = (sizes: number[]) => sizes.reduce((sum, size) => sum + size, 0);
const allFiles = ({
  gallery: scenesArt,
  speakers: faces,
  sponsors: logos,
  icons,
  socialCard,
}: ArtManifest) => [
  ...[scenesArt, faces, logos].flatMap((shelf) => Object.values(shelf).flatMap(({ sources }) => sources)),
  ...Object.values(icons),
  socialCard,
];

test('every gallery scene, speaker and sponsor has a picture', () => {
  for (const [manifest, shelves] of [
    [built, { gallery, speakers, sponsors }],
    [art, FEW],
  ] as const) {
    expect(Object.keys(manifest.gallery)).toEqual(shelves.gallery.map(({ scene }) => scene));
    expect(Object.keys(manifest.speakers)).toEqual(shelves.speakers.map(({ name }) => name));
    expect(Object.keys(manifest.sponsors)).toEqual(shelves.sponsors.map(({ id }) => id));
  }
});

test('the manifest lists exactly the files on disk, with their real sizes', async () => {
  const named = allFiles(art).map(({ file }) => file);
  expect((await readdir(join(folder, 'drawn'))).sort()).toEqual([...named, 'art.json'].sort());
  expect(JSON.parse(await readFile(join(folder, 'drawn', 'art.json'), 'utf8'))).toEqual(art);
  for (const [place, manifest] of [
    [join(folder, 'drawn'), art],
    [BUILT, built],
  ] as const) {
    for (const { file, width, height } of allFiles(manifest)) {
      const found = await sharp(join(place, file)).metadata();
      expect({ file, width: found.width, height: found.height }).toEqual({ file, width, height });
    }
  }
});

test('the first gallery picture also has a large size', () => {
  const small = ['image/avif 400', 'image/avif 800', 'image/webp 400', 'image/webp 800'];
  const large = [...small.slice(0, 2), 'image/avif 1600', ...small.slice(2), 'image/webp 1600'];
  for (const manifest of [built, art]) {
    const pictures = Object.values(manifest.gallery);
    const widths = pictures.map(({ sources }) => sources.map(({ type, width }) => `${type} ${width}`));
    expect(widths).toEqual([large, ...pictures.slice(1).map(() => small)]);
  }
});

test('the files stay within their size budgets', async () => {
  const galleryFiles = Object.values(built.gallery).flatMap(({ sources }) => sources);
  const at800 = galleryFiles.filter(({ type, width }) => type === 'image/avif' && width === 800);
  expect(at800).toHaveLength(10);
  expect(total(await Promise.all(at800.map(builtSize)))).toBeLessThanOrEqual(150_000);
  expect(await builtSize(built.socialCard)).toBeLessThanOrEqual(200_000);
  expect(await builtSize(built.icons.favicon)).toBeLessThanOrEqual(2_000);
});

test('drawing is deterministic, and no two drawings are alike', () => {
  const card = { name: 'Digital Safety Summit', date: 'Saturday', place: 'Denver', host: 'Host' };
  const draw = () => [
    ...[...scenes.values()].map((scene) => scene()),
    ...drawSpeakerPortraits(speakers.length),
    ...drawSponsorMarks(sponsors.map(({ name }) => name)).map(({ svg }) => svg),
    drawSocialCard(card),
  ];
  expect(draw()).toEqual(draw());
  expect(new Set(draw()).size).toBe(scenes.size + speakers.length + sponsors.length + 1);
});

test('drawings load no font, script or other file', () => {
  const card = drawSocialCard({ name: 'Résumé <&>', date: '…', place: '日本', host: '' });
  for (const svg of [...[...scenes.values()].map((scene) => scene()), card]) {
    expect(svg).not.toMatch(/<(text|script|image|style|foreignObject)|NaN|undefined|Infinity/);
    expect(svg).not.toMatch(/(?:href|src)=/);
  }
});

test('a photo in content/ replaces the drawing', async () => {
  const changed = (before: ArtManifest['gallery'], after: ArtManifest['gallery']) =>
    Object.keys(after).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  expect(changed(built.gallery, art.gallery)).toEqual(['panel']);
  expect(changed(built.speakers, art.speakers)).toEqual(['Sample Speaker Two']);
  expect(changed(built.sponsors, art.sponsors)).toEqual(['city-library']);
  const logo = art.sponsors['city-library'];
  expect(logo && { width: logo.width, height: logo.height }).toEqual({ width: 800, height: 800 });
  const panel = art.gallery.panel?.sources[0]?.file ?? '';
  const { channels } = await sharp(join(folder, 'drawn', panel)).stats();
  expect(channels.map(({ mean }) => Math.round(mean / 10))).toEqual([1, 9, 10]);
});
