import { PAGES } from '#contract/paths.ts';

/** Where a sign-in leads: a path on this site, or the dashboard for anything else. */
export function returnPath(asked: string | undefined): string {
  // `//host`, `/\host` and control characters would leave the site in some browsers.
  if (!asked || !/^\/(?![/\\])[\x21-\x7e]*$/.test(asked) || asked.includes('\\')) return PAGES.admin;
  const { origin, pathname, search } = new URL(asked, 'https://site.invalid');
  // `/x/..//host` becomes `//host` only now; no page's path needs an escape.
  const isPage = !/^\/\/|^\/api\/|%/.test(pathname) && origin === 'https://site.invalid';
  return isPage ? `${pathname}${search}` : PAGES.admin;
}
