import { fileURLToPath } from 'node:url';
import { readBuildFlags } from '#server/build-flags.ts';
import { openBuiltPages } from '#server/http/pages.ts';
import { runDemo, startDemoWorld } from './demo-world.ts';

const dist = fileURLToPath(new URL('../dist', import.meta.url));

await runDemo(async () =>
  startDemoWorld(process.env, {
    pages: await openBuiltPages(dist),
    closedByBuild: await readBuildFlags(dist),
  }),
);
