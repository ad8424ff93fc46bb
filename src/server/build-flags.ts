import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Whether the site was built with registration closed (`REGISTRATION_CLOSED=true npm run build`). */
export async function readBuildFlags(dist: string): Promise<boolean> {
  const text = await readFile(join(dist, 'web/build.json'), 'utf8');
  return (JSON.parse(text) as { registrationClosed: boolean }).registrationClosed;
}
