import { openCaller } from './caller.ts';
import type { Site } from './site.ts';

/** Scans at the door, each a verdict and then the admission, with the milliseconds of each call to the site. */
export async function openScanning(site: Site, tokens: readonly string[]) {
  const staff = await site.staff();
  const caller = openCaller(site.processes.map((one) => one.port));
  const headers = { cookie: `session=${staff.cookie('session')}`, 'content-type': 'application/json' };
  const waits: number[] = [];
  let begun = 0;
  const ask = async (path: string, body: object) => {
    const startedAt = performance.now();
    const { status, text } = await caller.call(path, { method: 'POST', headers, body: JSON.stringify(body) });
    waits.push(performance.now() - startedAt);
    if (status !== 200) throw new Error(`${path}: ${status} ${text.slice(0, 200)}`);
  };
  return {
    waits,
    get begun() {
      return begun;
    },
    /** The next ticket; throws at the first wrong response. */
    async scan() {
      const qrToken = tokens[begun]!;
      begun += 1;
      await ask('/api/admin/validate-qr', { qrToken });
      await ask('/api/admin/check-in', { qrToken, method: 'qr_scan' });
    },
    [Symbol.dispose]: () => caller.close(),
  };
}
