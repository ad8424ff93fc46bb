import { fileURLToPath } from 'node:url';
import { readBuildFlags } from '#server/build-flags.ts';
import { openBuiltPages } from '#server/http/pages.ts';
import { announceDemo, failToStart, startDemoWorld } from './demo-world.ts';

const dist = fileURLToPath(new URL('../dist', import.meta.url));

try {
  const pages = await openBuiltPages(dist);
  announceDemo(await startDemoWorld(process.env, { pages, closedByBuild: await readBuildFlags(dist) }));
} catch (error) {
  failToStart(error);
}
