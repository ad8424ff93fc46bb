import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Context as HonoContext } from 'hono';
import { html } from 'hono/html';
import type { ArtManifest } from '#contract/art.ts';
import type { Boot } from '#contract/boot.ts';
import { OperatorRefusal } from '../errors.ts';
import type { HttpEnv } from './http-env.ts';
import { openStaticFiles } from './static-files.ts';

/** Where the pages' HTML and files come from: the build, or a development server. */
export interface PageSource {
  /** The app's page, with an empty `boot` element for the server's data. */
  appPage(path: string): Promise<string>;
  asset(c: HonoContext<HttpEnv>, name: string): Promise<Response | null>;
  /** The service worker of a ticket's own page. */
  ticketWorker(): Promise<string>;
  /** The page of door phones, with its own files. */
  readonly door: {
    page(): Promise<string>;
    /** Its service worker. */
    worker(): Promise<string>;
    asset(c: HonoContext<HttpEnv>, name: string): Promise<Response | null>;
  };
  /** The parts of the public pages, which the server renders. */
  readonly public: PublicParts;
}

type PublicPageName = 'landing' | 'register' | 'privacy';

export interface PublicParts {
  /** The content of a page's `body`. */
  render(page: PublicPageName, data: { boot: Boot } & Record<string, unknown>): Promise<string>;
  /** Inlined, so that the first paint waits for no other file. */
  readonly style: string;
  /** The URLs of the pages' script and of the fonts to preload. */
  readonly script: string;
  readonly fonts: readonly string[];
  readonly art: ArtManifest;
}

/** The pages that `npm run build` wrote to `dist`. Rejects with one sentence if they are missing. */
export async function openBuiltPages(dist: string): Promise<PageSource> {
  const web = join(dist, 'web');
  const read = (path: string) =>
    readFile(path, 'utf8').catch((cause: unknown) => {
      throw new OperatorRefusal(`The pages are not built: ${path} is missing. Run \`npm run build\` first.`, {
        cause,
      });
    });
  const page = await read(join(web, 'app.html'));
  const manifest = JSON.parse(await read(join(web, '.vite/manifest.json'))) as Manifest;
  const style = await read(join(web, manifest['public-page.css']!.file));
  const server = (await import(pathToFileURL(join(dist, 'render/render-page.js')).href)) as {
    renderPage: (page: PublicPageName, data: unknown) => string;
  };
  const door = join(dist, 'door');
  const [doorPage, doorWorker] = [await read(join(door, 'door/door.html')), await read(join(door, 'sw.js'))];
  const ticketWorker = await read(join(web, 'my-ticket-sw.js'));
  const fonts = manifest['public-page.css']!.assets ?? [];
  return {
    appPage: async () => page,
    // The list of pictures names all speakers of the content, even those who aren't announced yet.
    asset: await openStaticFiles(join(web, 'assets'), ART_LIST),
    ticketWorker: async () => ticketWorker,
    door: {
      page: async () => doorPage,
      worker: async () => doorWorker,
      asset: await openStaticFiles(join(door, 'assets')),
    },
    public: {
      render: async (page, data) => server.renderPage(page, data),
      style,
      script: `/${manifest['public-page.ts']!.file}`,
      fonts: FIRST_FONTS.map((name) => `/${fonts.find((font) => font.includes(name))!}`),
      art: JSON.parse(await read(join(web, 'assets', ART_LIST))) as ArtManifest,
    },
  };
}

const ART_LIST = 'art.json';

/** The fonts of headlines and text, Latin letters. */
const FIRST_FONTS = ['bricolage-grotesque-latin-wght', 'atkinson-hyperlegible-next-latin-wght'];

type Manifest = Record<string, { readonly file: string; readonly assets?: readonly string[] }>;

const BOOT = '<script id="boot" type="application/json">null';

const TITLE = '<title></title>';

/** Puts the data into the app's page, with a title until the page sets its own. */
export function withBoot(page: string, boot: Boot, title: string): string {
  return page
    .replace(TITLE, () => String(html`<title>${title}</title>`))
    .replace(BOOT, () => BOOT.replace('null', () => jsonForHtml(boot)));
}

/** `<` is escaped, so that no value can close the script element. */
export function jsonForHtml(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
