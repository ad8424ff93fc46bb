import { checkResponse } from './check-response.ts';

let visitors = 0;

/** One per visitor, because limits apply per address. */
export function nextAddress(): string {
  visitors += 1;
  return `100.64.${(visitors >> 8) & 255}.${visitors & 255}`;
}

/** A headless visitor: follows links and posts forms over HTTP, and keeps cookies. */
export class Visitor {
  readonly #siteUrl: string;
  readonly #cookies = new Map<string, Map<string, string>>();

  readonly #address: string | undefined;

  constructor(siteUrl: string, address?: string) {
    this.#siteUrl = siteUrl;
    this.#address = address;
  }

  /** One request without following redirects. Paths are the site's. */
  async request(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, this.#siteUrl);
    const jar = this.#cookies.get(url.host) ?? new Map<string, string>();
    const headers = new Headers(init.headers);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    if (cookie) headers.set('cookie', cookie);
    if (this.#address) headers.set('x-forwarded-for', this.#address);
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    if (url.origin === this.#siteUrl) await checkResponse(init.method ?? 'GET', url, response);
    for (const line of response.headers.getSetCookie()) {
      const [pair] = line.split(';');
      const [name, ...value] = pair!.split('=');
      if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name!);
      else jar.set(name!, value.join('='));
    }
    this.#cookies.set(url.host, jar);
    return response;
  }

  get(path: string): Promise<Response> {
    return this.request(path);
  }

  post(path: string, body: unknown): Promise<Response> {
    return this.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  /** Follows redirects to the last page. */
  async open(
    address: string,
    init: RequestInit = {},
  ): Promise<{ url: string; status: number; text: string }> {
    let url = new URL(address, this.#siteUrl).href;
    let response = await this.request(url, init);
    for (let hops = 0; response.headers.has('location') && hops < 10; hops += 1) {
      url = new URL(response.headers.get('location')!, url).href;
      response = await this.request(url);
    }
    return { url, status: response.status, text: await response.text() };
  }

  /** Signs in with that person's button on the identity provider's page. */
  async signIn(email: string, path = '/api/login'): Promise<{ url: string; status: number; text: string }> {
    const page = await this.open(path);
    if (!page.text.includes(`value="${email}"`)) {
      throw new Error(`the sign-in page at ${page.url} has no button for ${email}`);
    }
    return this.open(page.url, { method: 'POST', body: new URLSearchParams({ email }) });
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(new URL(this.#siteUrl).host)?.get(name);
  }

  setCookie(name: string, value: string): void {
    const { host } = new URL(this.#siteUrl);
    this.#cookies.set(host, new Map([...(this.#cookies.get(host) ?? []), [name, value]]));
  }
}

/** A response's status and its JSON. */
export async function answerOf(sent: Promise<Response>) {
  const response = await sent;
  return { status: response.status, body: await response.json() };
}
