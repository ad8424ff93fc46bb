import sharp from 'sharp';
import { drawIcon, markShapes } from '#content/art/mark.ts';
import { drawPassStrip } from '#content/art/pass-strip.ts';
import { drawing } from '#content/art/svg.ts';

/** Each drawing's own size, and its size on a pass. */
const DRAWINGS = [
  { name: 'icon', svg: drawIcon('square'), drawn: 32, width: 29, height: 29 },
  { name: 'logo', svg: drawing(32, 32, markShapes()), drawn: 32, width: 50, height: 50 },
  { name: 'strip', svg: drawPassStrip(), drawn: 375, width: 375, height: 98 },
];
const SCALES = [1, 2, 3];

let images: Promise<Record<string, Buffer>> | undefined;

/** The images of every pass, by file name, each for screens of one to three pixels per point. Drawn once. */
export function passImages(): Promise<Record<string, Buffer>> {
  images ??= drawImages();
  return images;
}

async function drawImages(): Promise<Record<string, Buffer>> {
  const files = DRAWINGS.flatMap(({ name, svg, drawn, width, height }) =>
    SCALES.map(async (scale) => {
      const density = (72 * width * scale) / drawn;
      const png = await sharp(Buffer.from(svg), { density })
        .resize(width * scale, height * scale, { fit: 'fill' })
        .png({ palette: true, compressionLevel: 9 })
        .toBuffer();
      return [scale === 1 ? `${name}.png` : `${name}@${scale}x.png`, png] as const;
    }),
  );
  return Object.fromEntries(await Promise.all(files));
}
