import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { qrPng } from '#server/tickets/qr-image.ts';
import { buy } from '#test/buy.ts';
import { checkout } from '#test/factories.ts';
import { fakeCameraFlags, writeFilm } from './fake-camera.ts';
import { setStage } from './stage.ts';

/** A stage two days before the doors open, with a browser whose cameras show a chosen ticket. */
export function setCameraStage() {
  const folder = mkdtempSync(join(tmpdir(), 'summit-door-'));
  const film = join(folder, 'ticket.mjpeg');
  const stage = setStage({ now: '2025-09-18T16:00:00Z', ownBrowser: { flags: fakeCameraFlags(film) } });
  afterAll(() => rm(folder, { recursive: true }));
  return {
    stage,
    DOORS_OPEN: '2025-09-20T14:10:00Z',
    /** Returns the ticket's code. */
    async buyTicket(firstName: string): Promise<string> {
      const email = `${firstName.toLowerCase()}@example.org`;
      const { registrations } = await buy(stage.world, checkout({ firstName, lastName: 'Door', email }));
      return registrations[0]!.qrCodeData;
    },
    /** Holds the ticket, or nothing, in front of every camera that starts from now on; a running one keeps its picture. */
    async showToCamera(code: string | null): Promise<void> {
      await writeFilm(film, code === null ? null : await qrPng(code));
    },
  };
}
