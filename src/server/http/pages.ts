import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context as HonoContext } from 'hono';
import type { CurrentUser } from '#contract/auth.ts';
import type { HttpEnv } from './http-env.ts';
import { openStaticFiles } from './static-files.ts';

/** Where the pages' HTML and files come from: the build, or a development server. */
export interface PageSource {
  /** The application's page, with an empty `boot` element where the server's data go. */
  appPage(path: string): Promise<string>;
  asset(c: HonoContext<HttpEnv>, name: string): Promise<Response | null>;
}

/** The pages as `npm run build` made them. Rejects with one sentence when they were not built. */
export async function openBuiltPages(folder: string): Promise<PageSource> {
  const page = await readFile(join(folder, 'app.html'), 'utf8').catch((cause: unknown) => {
    throw new Error(
      `The pages are not built: ${join(folder, 'app.html')} is missing. Run \`npm run build\` first.`,
      { cause },
    );
  });
  const asset = await openStaticFiles(join(folder, 'assets'));
  return { appPage: async () => page, asset };
}

/** What `src/web/boot.ts` reads. */
export interface BootData {
  readonly now: string;
  readonly closedByBuild: boolean;
  readonly user: CurrentUser | null;
  readonly contact: { readonly phone: string; readonly email: string };
  readonly publicUrl: string;
  readonly paymentProviders: readonly string[];
}

const BOOT = '<script id="boot" type="application/json">null';

/** Puts the data into the page. `<` is escaped, so that no value can end the element. */
export function withBoot(page: string, boot: BootData): string {
  const json = JSON.stringify(boot).replaceAll('<', '\\u003c');
  return page.replace(BOOT, () => BOOT.replace('null', () => json));
}
