/** Names of the cookies that Google's tag sets: `_ga`, `_ga_…`, `_gid`, `_gat…`, `_gcl_…`. */
const COUNTING_COOKIE = /^_(ga|gid|gat|gcl)(_|$)/;

/** Stops a tag that is already on the page, and deletes its cookies. */
export function stopCounting(id: string): void {
  Object.assign(window, { [`ga-disable-${id}`]: true });
  for (const pair of document.cookie.split('; ')) {
    const [name = ''] = pair.split('=');
    if (!COUNTING_COOKIE.test(name)) continue;
    // The tag sets its cookies on the widest possible domain, and a cookie can be deleted only with its own domain.
    for (const domain of ['', ...domainsOf(location.hostname).map((one) => `; domain=${one}`)]) {
      // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox have no Cookie Store that does this.
      document.cookie = `${name}=; path=/; max-age=0${domain}`;
    }
  }
}

/** Lets the tag send again after a visitor has consented after all. */
export function resumeCounting(id: string): void {
  Object.assign(window, { [`ga-disable-${id}`]: false });
}

/** `a.b.example.org`, `b.example.org`, `example.org`. */
function domainsOf(host: string): string[] {
  const labels = host.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}
