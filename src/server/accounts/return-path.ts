/** Where a sign-in leads: a path of this site, `/admin` for anything else. */
export function returnPath(asked: string | undefined): string {
  // `//host`, `/\host` and control characters would leave the site in some browsers.
  if (!asked || !/^\/(?![/\\])[\x21-\x7e]*$/.test(asked) || asked.includes('\\')) return '/admin';
  const url = new URL(asked, 'https://site.invalid');
  const isPage = url.origin === 'https://site.invalid' && !url.pathname.startsWith('/api/');
  return isPage ? `${url.pathname}${url.search}` : '/admin';
}
