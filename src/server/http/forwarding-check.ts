import type { Logger } from 'pino';
import { isInBlocks, plainAddress } from './client-address.ts';

/** Private addresses: a proxy's, never a visitor's. */
const PRIVATE = ['10.0.0.0/8', '127.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', '::1'];

/**
 * Warns once per process when an untrusted peer sends `X-Forwarded-For`: behind an unconfigured proxy, all visitors
 * share one address and its limits. A public address may be a person's, so it is not logged.
 */
export function openForwardingCheck(
  trustedProxies: readonly string[],
  log: Pick<Logger, 'warn'>,
): (remote: string | null, headers: Headers) => void {
  let hasWarned = false;
  return (remote, headers) => {
    if (hasWarned || !remote || !headers.has('x-forwarded-for')) return;
    const peer = plainAddress(remote);
    if (isInBlocks(peer, trustedProxies)) return;
    hasWarned = true;
    log.warn(
      { ...(isInBlocks(peer, PRIVATE) && { peer }) },
      'X-Forwarded-For came from a peer that TRUSTED_PROXIES does not name, and is ignored; if it is your proxy, all visitors count as one address',
    );
  };
}
