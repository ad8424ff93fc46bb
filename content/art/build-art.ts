import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { ArtManifest, ArtPicture } from '#contract/art.ts';
import { event } from '../event.ts';
import { gallery } from '../gallery.ts';
import { speakers } from '../speakers.ts';
import { sponsors } from '../sponsors.ts';
import { drawIcon } from './mark.ts';
import { scenes } from './scenes/scenes.ts';
import { drawSocialCard } from './social-card.ts';
import { drawSpeakerPortraits } from './speaker-portrait.ts';
import { drawSponsorMarks, type Mark } from './sponsor-mark.ts';
import { type Original, writePicture, writePng, writeSvg } from './write-picture.ts';

/** The folder of real pictures. */
const PICTURES = new URL('./pictures/', import.meta.url);

/**
 * Draws everything that the pages show and writes it to `outDir`, with `art.json` beside it. The same content
 * gives the same files. Throws if a gallery scene has neither a drawing nor a picture.
 */
export async function buildArt(
  outDir: string,
  pictures = PICTURES,
  shelves: Shelves = { gallery, speakers, sponsors },
): Promise<ArtManifest> {
  await mkdir(outDir, { recursive: true });
  const [galleryArt, speakerArt, sponsorArt, icons, socialCard] = await Promise.all([
    buildGallery(outDir, pictures, shelves),
    buildSpeakers(outDir, pictures, shelves),
    buildSponsors(outDir, pictures, shelves),
    buildIcons(outDir),
    buildSocialCard(outDir),
  ]);
  const manifest: ArtManifest = {
    gallery: galleryArt,
    speakers: speakerArt,
    sponsors: sponsorArt,
    icons,
    socialCard,
  };
  await writeFile(join(outDir, 'art.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

interface Shelves {
  readonly gallery: readonly { readonly scene: string }[];
  readonly speakers: readonly { readonly name: string }[];
  readonly sponsors: readonly { readonly id: string; readonly name: string }[];
}
type Pictures = Readonly<Record<string, ArtPicture>>;

function buildGallery(outDir: string, pictures: URL, { gallery }: Shelves): Promise<Pictures> {
  const names = gallery.map(({ scene }) => scene);
  return writeEach(names, async (scene, index) => {
    const original = originalOf('gallery', scene, scenes.get(scene), pictures);
    const widths = index === 0 ? [400, 800, 1600] : [400, 800];
    return writePicture(outDir, `gallery-${scene}`, original, { width: 4, height: 3 }, widths);
  });
}

function buildSpeakers(outDir: string, pictures: URL, { speakers }: Shelves): Promise<Pictures> {
  const portraits = drawSpeakerPortraits(speakers.length);
  const names = speakers.map(({ name }) => name);
  return writeEach(names, async (name, index) => {
    const key = fileKey(name);
    const original = originalOf('speakers', key, () => portraits[index]!, pictures);
    return writePicture(outDir, `speaker-${key}`, original, { width: 1, height: 1 }, [400, 800]);
  });
}

function buildSponsors(outDir: string, pictures: URL, { sponsors }: Shelves): Promise<Pictures> {
  const marks = drawSponsorMarks(sponsors.map(({ name }) => name));
  const ids = sponsors.map(({ id }) => id);
  return writeEach(ids, async (id, index) => {
    const logo = findPicture('sponsors', id, pictures);
    return logo ? writeLogo(outDir, id, logo) : writeMark(outDir, id, marks[index]!);
  });
}

async function writeEach(
  keys: readonly string[],
  write: (key: string, index: number) => Promise<ArtPicture>,
): Promise<Pictures> {
  const entries = keys.map(async (key, index) => [key, await write(key, index)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** A logo keeps its own proportions. */
async function writeLogo(outDir: string, id: string, path: string): Promise<ArtPicture> {
  const { width, height } = await sharp(path).metadata();
  return await writePicture(outDir, `sponsor-${id}`, { path }, { width, height }, [400, 800]);
}

async function writeMark(outDir: string, id: string, mark: Mark): Promise<ArtPicture> {
  const source = await writeSvg(outDir, `sponsor-${id}`, mark.svg, mark);
  return { width: mark.width, height: mark.height, sources: [source] };
}

async function buildIcons(outDir: string): Promise<ArtManifest['icons']> {
  const png = (name: string, tile: Parameters<typeof drawIcon>[0], side: number) =>
    writePng(outDir, name, drawIcon(tile), { width: side, height: side });
  const [favicon, favicon32, appleTouch, icon192, icon512, maskable512] = await Promise.all([
    writeSvg(outDir, 'favicon', drawIcon('rounded'), { width: 32, height: 32 }),
    png('favicon-32', 'rounded', 32),
    png('apple-touch-icon-180', 'square', 180),
    png('icon-192', 'rounded', 192),
    png('icon-512', 'rounded', 512),
    png('icon-maskable-512', 'maskable', 512),
  ]);
  return { favicon, favicon32, appleTouch, icon192, icon512, maskable512 };
}

async function buildSocialCard(outDir: string) {
  const { name, day, venue, host } = event;
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(day));
  const place = `${venue.name}, ${venue.city}, ${venue.state}`;
  const svg = drawSocialCard({ name, date, place, host: host.name });
  return await writePng(outDir, 'social-card', svg, { width: 1200, height: 630 });
}

type Shelf = keyof Shelves;

function originalOf(shelf: Shelf, key: string, draw: (() => string) | undefined, pictures: URL): Original {
  const path = findPicture(shelf, key, pictures);
  if (path) return { path };
  if (!draw)
    throw new Error(`content names the ${shelf} picture ${key}, which is neither drawn nor in pictures/`);
  return { svg: draw() };
}

const ENDINGS = ['jpg', 'png', 'avif', 'webp'];

/** The file path of the real picture that replaces a drawing, if there is one. */
function findPicture(shelf: Shelf, key: string, pictures: URL): string | undefined {
  const files = ENDINGS.map((ending) => fileURLToPath(new URL(`${shelf}/${key}.${ending}`, pictures)));
  return files.find((file) => existsSync(file));
}

/** A name as used in file names: `Sample Speaker One` is `sample-speaker-one`. */
function fileKey(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
