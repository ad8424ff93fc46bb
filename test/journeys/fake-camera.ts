import { rename, writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import sharp from 'sharp';

/** Flags for a Chromium whose camera shows the file, without asking for permission. */
export function fakeCameraFlags(file: string): string[] {
  return [
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${file}`,
  ];
}

/**
 * The open page's camera needs permission: without a window to ask in, the browser would open every camera, or none.
 */
export async function refuseCamera(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { mediaDevices, permissions } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (wanted) => {
      const { state } = await permissions.query({ name: 'camera' });
      if (state !== 'granted') throw new DOMException('Permission denied', 'NotAllowedError');
      return open(wanted);
    };
  });
}

/**
 * Holds a ticket, or nothing, in front of the camera: a one-frame video that the camera repeats. Pages of one
 * browser share a running camera, which keeps the file it opened; truncating that file would stop it.
 */
export async function writeFilm(file: string, picture: Buffer | null): Promise<void> {
  const background = sharp({ create: { width: 1280, height: 720, channels: 3, background: '#5c6b80' } });
  const ticket =
    picture && (await sharp(picture).resize(420).rotate(7, { background: '#ffffff' }).toBuffer());
  const scene = ticket ? background.composite([{ input: ticket, gravity: 'center' }]) : background;
  const frame = await scene.jpeg({ quality: 85 }).toBuffer();
  await writeFile(`${file}.new`, Buffer.concat(Array.from({ length: 10 }, () => frame)));
  await rename(`${file}.new`, file);
}
