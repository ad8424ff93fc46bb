import * as z from 'zod/mini';
import { validTicket } from '#contract/my-ticket.ts';
import { PAGES } from '#contract/paths.ts';

/** The parts of a ticket that the door needs; nothing else stays on the phone. */
const keptTicket = z.object({
  keptAt: z.iso.datetime(),
  ticket: z.pick(validTicket, {
    id: true,
    firstName: true,
    lastName: true,
    track: true,
    registrationNumber: true,
    eventType: true,
    qrCodeData: true,
    qrCodeImage: true,
  }),
});
type KeptTicket = z.output<typeof keptTicket>;

/** Separate from the page's files, which the service worker caches under its own names. */
const CACHE = 'kept-tickets';

/** Keeps a ticket for showing it without a network. If the browser refuses, the page needs a network. */
export async function keepTicket(key: string, ticket: KeptTicket['ticket'], now: Date): Promise<void> {
  const kept = z.encode(keptTicket, { keptAt: now.toISOString(), ticket });
  await withCache(async (cache) => cache.put(await cacheUrl(key), Response.json(kept)));
}

export async function findKeptTicket(key: string): Promise<KeptTicket | null> {
  const found = await withCache(async (cache) => (await cache.match(await cacheUrl(key)))?.json());
  const parsed = keptTicket.safeParse(found);
  return parsed.success ? parsed.data : null;
}

/** For a ticket that has ended. */
export async function forgetTicket(key: string): Promise<void> {
  await withCache(async (cache) => cache.delete(await cacheUrl(key)));
}

async function withCache<T>(use: (cache: Cache) => Promise<T>): Promise<T | undefined> {
  try {
    return await use(await caches.open(CACHE));
  } catch {
    // A private window, a full disk, or no secure connection.
    return undefined;
  }
}

/** The key's hash, so that the cache doesn't reveal the key. */
async function cacheUrl(key: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key));
  const hex = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${PAGES.myTicket}/kept/${hex}`;
}
