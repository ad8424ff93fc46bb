import { fileURLToPath } from 'node:url';
import { readBuildFlags } from '#server/build-flags.ts';
import { openBuiltPages } from '#server/http/pages.ts';
import { announceDemo, failToStart, startDemoWorld } from './demo-world.ts';

const webFolder = fileURLToPath(new URL('../dist/web', import.meta.url));

try {
  const pages = await openBuiltPages(webFolder);
  announceDemo(await startDemoWorld(process.env, { pages, closedByBuild: await readBuildFlags(webFolder) }));
} catch (error) {
  failToStart(error);
}
