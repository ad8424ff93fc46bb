import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';

/** Flags of a Chromium whose camera shows what is in the file, and allows it without a question. */
export function fakeCameraFlags(file: string): string[] {
  return [
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${file}`,
  ];
}

/** Holds a ticket in front of the camera: a film of one picture, which the camera shows over and over. */
export async function writeFilm(file: string, picture: Buffer): Promise<void> {
  const ticket = await sharp(picture).resize(420).rotate(7, { background: '#ffffff' }).toBuffer();
  const frame = await sharp({ create: { width: 1280, height: 720, channels: 3, background: '#5c6b80' } })
    .composite([{ input: ticket, gravity: 'center' }])
    .jpeg({ quality: 85 })
    .toBuffer();
  await writeFile(file, Buffer.concat(Array.from({ length: 10 }, () => frame)));
}
