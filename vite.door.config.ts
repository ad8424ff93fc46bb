import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const web = fileURLToPath(new URL('src/web/', import.meta.url));
const outDir = fileURLToPath(new URL('dist/door/', import.meta.url));

/** Tells the service worker which files make up the page: all that it names, and all that those name. */
const filesOfThePage: Plugin = {
  name: 'files-of-the-page',
  apply: 'build',
  async writeBundle() {
    const names = await readdir(join(outDir, 'assets'));
    const page = await readFile(join(outDir, 'door/door.html'), 'utf8');
    const texts = [page];
    const found = new Set<string>();
    for (const text of texts) {
      for (const name of names) {
        if (found.has(name) || !text.includes(name)) continue;
        found.add(name);
        if (/\.(js|css)$/.test(name)) texts.push(await readFile(join(outDir, 'assets', name), 'utf8'));
      }
    }
    const worker = await readFile(join(outDir, 'sw.js'), 'utf8');
    const mark = createHash('sha256').update(page).update(worker).digest('hex').slice(0, 12);
    const build = { name: 'door', mark, files: [...found].toSorted().map((name) => `/door/assets/${name}`) };
    await writeFile(join(outDir, 'sw.js'), `const PAGE_BUILD = ${JSON.stringify(build)};\n${worker}`);
  },
};

/** The door's page, apart from all others: small, and with files that its phone keeps. */
export default defineConfig({
  root: web,
  base: '/door/',
  cacheDir: '../../node_modules/.vite',
  plugins: [react(), tailwindcss(), filesOfThePage],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // Fonts stay files of their own.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { door: `${web}door/door.html`, sw: `${web}page-worker.ts` },
      output: { entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js') },
    },
  },
});
