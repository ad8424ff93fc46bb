import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const web = fileURLToPath(new URL('src/web/', import.meta.url));

/** The compile-time flag: `REGISTRATION_CLOSED=true npm run build` closes registration whatever the clock says. */
const buildFlags: Plugin = {
  name: 'build-flags',
  generateBundle() {
    const registrationClosed = process.env.REGISTRATION_CLOSED === 'true';
    this.emitFile({ type: 'asset', fileName: 'build.json', source: JSON.stringify({ registrationClosed }) });
  },
};

/** The fonts' licenses are served beside them. */
const fontLicenses: Plugin = {
  name: 'font-licenses',
  generateBundle() {
    const families = ['bricolage-grotesque', 'atkinson-hyperlegible-next', 'atkinson-hyperlegible-mono'];
    const licenses = families.map((name) =>
      readFileSync(new URL(`node_modules/@fontsource-variable/${name}/LICENSE`, import.meta.url), 'utf8'),
    );
    this.emitFile({ type: 'asset', fileName: 'assets/font-licenses.txt', source: licenses.join('\n\n') });
  },
};

type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>;

/** Tells the service worker of a ticket's own page which files make it up: all that it imports, their styles and fonts. */
const filesOfTheTicket: Plugin = {
  name: 'files-of-the-ticket',
  apply: 'build',
  writeBundle({ dir }) {
    const read = (name: string) => readFileSync(`${dir}/${name}`, 'utf8');
    const manifest = JSON.parse(read('.vite/manifest.json')) as Manifest;
    const found = new Set<string>();
    for (const parts = ['app.html', 'my-ticket/my-ticket-page.tsx']; parts.length > 0; ) {
      const { file, css = [], imports = [] } = manifest[parts.pop()!]!;
      if (found.has(file)) continue;
      const fonts = css.flatMap((name) => read(name).match(/assets\/[\w.-]+\.woff2/g) ?? []);
      for (const name of [file, ...css, ...fonts]) found.add(name);
      parts.push(...imports);
    }
    const page = read('app.html');
    const worker = read(TICKET_WORKER);
    const mark = createHash('sha256')
      .update(page)
      .update(worker)
      .update([...found].join())
      .digest('hex');
    const files = [...found].toSorted().map((name) => `/${name}`);
    const build = { name: 'my-ticket', mark: mark.slice(0, 12), files };
    writeFileSync(`${dir}/${TICKET_WORKER}`, `const PAGE_BUILD = ${JSON.stringify(build)};\n${worker}`);
  },
};

const TICKET_WORKER = 'my-ticket-sw.js';

/** Every page loads a list of all files, in which only the hashes can't be compressed, so they are short. */
const FILE_NAME = 'assets/[name]-[hash:7].js';

/**
 * By default the bundler makes a file of each small module that some pages share, so that a page loads fifty files, each
 * compressed alone. These groups join them: what the landing page needs at once, which must not import React (`first`);
 * what nearly every page has (`shell`, `kit`); what visitors' pages share (`frame`); and what the desk's tabs share
 * (`desk`). Grouping by folder or by the number of pages instead makes visitors' pages load a fifth to a third more.
 */
const pageFiles = {
  groups: [
    {
      name: 'first',
      test: /(web[\\/](analytics|boot|clock|counted-address|storage|toast-on-arrival|ui[\\/]toast-store)|content[\\/](event|texts)|domain[\\/](event-phase|offer|packages|program))\.ts$|preload-helper/,
      priority: 2,
    },
    {
      name: 'shell',
      test: /offline-banner|web[\\/](toasts|privacy-link)|ui[\\/](button|optional|text-field|skeleton)\.tsx|contract[\\/]paging|icons[\\/](arrow-left|rotate-cw)\.|react-dom[\\/](index|cjs[\\/]react-dom\.production)\.js/,
      priority: 1,
    },
    { name: 'kit', test: /src[\\/]/, minShareCount: 30, maxModuleSize: 2500, priority: 1 },
    // A group takes along what its modules import: without this one, visitors would load the desk's file.
    { name: 'routing', test: /@tanstack[\\/](?!.*(useBlocker|[mM]utation|nfiniteQuery))/, priority: 1 },
    // For the same reason: what the desk shares with a few pages of visitors, who would load its 33 kB for an icon.
    {
      name: 'small',
      test: /ui[\\/](unsaved-work|on-demand|copy-text)|web[\\/](save-file|keep-awake)|words[\\/]counted|domain[\\/]codes|icons[\\/]download\./,
      priority: 1,
    },
    {
      name: 'frame',
      test: /[\\/](site-|contact-email|page-frame|definition-list|event-ticket|checkout-steps|kept-until-text|use-when-shown-again|(select|textarea|track)-field|domain[\\/](attendee|capacity)|closed-page|calendar\.|pending-registration|payment-result|errors|radio-cards|error-(summary|title)|ticket-stub|button\.tsx|use-sale|package|toast|web[\\/]api\.ts|arc-mark|empty-arcs|horizon-band|contract[\\/](orders|checkout|person|words[\\/]tracks)|icons[\\/](x|search)\.|ui[\\/](badge|card)\.)/,
      minShareCount: 3,
    },
    {
      name: 'desk',
      test: /web[\\/](theme|use-debounced|load-failure|admin[\\/](frame|lists[\\/](?!admin-search)|sign-in))|ui[\\/](data-table|empty-state|search-field)|contract[\\/](admin-orders|attendees|list-query|registrations|stats|refunds|words[\\/]stored-values)\.ts|icons[\\/](trash|eye)\./,
      minShareCount: 2,
    },
    // What only some of the desk's forms share; a file for each would lengthen the list in everybody's page.
    {
      name: 'desk-forms',
      test: /typed-(numbers|instant)|end-of-day|short-code|product-words|icons[\\/](pencil|id-card|plus|undo-2)\./,
      minShareCount: 2,
    },
  ],
};

/** `vite build` makes what browsers load, `vite build --ssr` what the server renders the public pages with. */
export default defineConfig(({ isSsrBuild }) => ({
  root: web,
  cacheDir: '../../node_modules/.vite',
  plugins: [react(), tailwindcss(), ...(isSsrBuild ? [] : [buildFlags, fontLicenses, filesOfTheTicket])],
  // The router's store asks for a stand-in for older versions of React.
  resolve: {
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  // The renderer is one file with React as made for production, whatever NODE_ENV the server runs with.
  ...(isSsrBuild && {
    ssr: { noExternal: true as const },
    define: { 'process.env.NODE_ENV': '"production"' },
  }),
  build: {
    outDir: isSsrBuild ? '../../dist/render' : '../../dist/web',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    target: 'es2022',
    // Browsers that don't preload modules load them all the same.
    modulePreload: { polyfill: false },
    // Fonts stay files of their own: an inlined one would be sent again with every page.
    assetsInlineLimit: 0,
    rolldownOptions: {
      ...(!isSsrBuild && {
        output: {
          codeSplitting: pageFiles,
          entryFileNames: ({ name }) => (name === 'page-worker' ? TICKET_WORKER : FILE_NAME),
          chunkFileNames: FILE_NAME,
        },
      }),
      input: isSsrBuild
        ? `${web}render-page.tsx`
        : {
            app: `${web}app.html`,
            'public-page': `${web}public-page.ts`,
            'public-style': `${web}public-page.css`,
            'page-worker': `${web}page-worker.ts`,
          },
    },
  },
}));
