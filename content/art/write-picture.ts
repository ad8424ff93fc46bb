import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { ArtFile, ArtPicture } from '#contract/art.ts';

const AVIF = { quality: 49, effort: 2, chromaSubsampling: '4:2:0' } as const;
const WEBP = { quality: 72, effort: 4, smartSubsample: true } as const;

/** A drawing as SVG text, or the host's picture as a file path. */
export type Original = { readonly svg: string } | { readonly path: string };

export interface Frame {
  readonly width: number;
  readonly height: number;
}

/** Writes the picture in each width as AVIF and WebP; what does not fit the frame's proportions is cut off. */
export async function writePicture(
  outDir: string,
  name: string,
  original: Original,
  frame: Frame,
  widths: readonly number[],
): Promise<ArtPicture> {
  const perWidth = await Promise.all(
    widths.map(async (width) => {
      const size = { width, height: Math.round((width * frame.height) / frame.width) };
      const { data, info } = await open(original, size).raw().toBuffer({ resolveWithObject: true });
      const raw = { raw: { width: info.width, height: info.height, channels: info.channels } };
      const [avif, webp] = await Promise.all([
        sharp(data, raw).avif(AVIF).toBuffer(),
        sharp(data, raw).webp(WEBP).toBuffer(),
      ]);
      return [
        await writeHashed(outDir, `${name}-${width}`, avif, 'image/avif', size),
        await writeHashed(outDir, `${name}-${width}`, webp, 'image/webp', size),
      ] as const;
    }),
  );
  const sources = [...perWidth.map(([avif]) => avif), ...perWidth.map(([, webp]) => webp)];
  const largest = sources.at(-1)!;
  return { width: largest.width, height: largest.height, sources };
}

/** Writes a drawing as a PNG of exactly this size, with a palette of at most 256 colors. */
export async function writePng(outDir: string, name: string, svg: string, size: Frame): Promise<ArtFile> {
  const png = await open({ svg }, size)
    .png({ palette: true, quality: 92, compressionLevel: 9, effort: 6 })
    .toBuffer();
  return await writeHashed(outDir, name, png, 'image/png', size);
}

export async function writeSvg(outDir: string, name: string, svg: string, size: Frame): Promise<ArtFile> {
  return await writeHashed(outDir, name, Buffer.from(svg), 'image/svg+xml', size);
}

/** Raises a drawing's resolution before rasterizing, so that no width is scaled up. */
function open(original: Original, size: Frame): Sharp {
  if ('path' in original)
    return sharp(original.path)
      .rotate()
      .resize({ ...size, fit: 'cover', position: 'attention' });
  const drawn = Number(/ width="([\d.]+)"/.exec(original.svg)![1]);
  return sharp(Buffer.from(original.svg), { density: (72 * size.width) / drawn }).resize({
    ...size,
    fit: 'fill',
  });
}

const endings = {
  'image/avif': 'avif',
  'image/webp': 'webp',
  'image/png': 'png',
  'image/svg+xml': 'svg',
} as const;

async function writeHashed(
  outDir: string,
  name: string,
  bytes: Buffer,
  type: ArtFile['type'],
  size: Frame,
): Promise<ArtFile> {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 10);
  const file = `${name}.${hash}.${endings[type]}`;
  await writeFile(join(outDir, file), bytes);
  return { file, type, width: size.width, height: size.height };
}
