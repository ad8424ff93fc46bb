/** The site that uses the sandbox. Its address may become known after the sandbox has started. */
export interface Site {
  url(): string | null;
  connect(url: string): void;
  /** Resolves a path on the site; absolute URLs stay. Null while the site's address is unknown. */
  resolve(address: string): string | null;
}

export function createSite(siteUrl?: string): Site {
  let current = siteUrl ?? null;
  return {
    url: () => current,
    connect(url) {
      current = url;
    },
    resolve(address) {
      if (current) return new URL(address, current).href;
      return URL.canParse(address) ? address : null;
    },
  };
}
