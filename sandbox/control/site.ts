/** The site that the sandbox serves. Its address may be learned after the sandbox listens. */
export interface Site {
  url(): string | null;
  connect(url: string): void;
  /** A path at the site, or an address of its own; null while it cannot be told. */
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
