import { BlockList, isIP } from 'node:net';

/**
 * The visitor's address. In `X-Forwarded-For`, only the part written by trusted proxies (addresses or CIDR blocks)
 * counts: the right-most address that isn't one of them.
 */
export function clientAddress(
  remote: string | null,
  headers: Headers,
  trustedProxies: readonly string[],
): string | null {
  const trusted = blockList(trustedProxies);
  let address = remote && plainAddress(remote);
  if (!address || !isTrusted(trusted, address)) return address;
  const hops = (headers.get('x-forwarded-for') ?? '').split(',').map((hop) => plainAddress(hop.trim()));
  for (const hop of hops.reverse()) {
    if (isIP(hop) === 0) return address;
    address = hop;
    if (!isTrusted(trusted, hop)) return hop;
  }
  return address;
}

/** Whether the address is one of the proxies or in one of their blocks. */
export function isTrustedProxy(address: string, trustedProxies: readonly string[]): boolean {
  return isTrusted(blockList(trustedProxies), address);
}

/** Built once per list of proxies: each request needs it, and the settings don't change. */
const blockLists = new WeakMap<readonly string[], BlockList>();

function blockList(trusted: readonly string[]): BlockList {
  const known = blockLists.get(trusted);
  if (known) return known;
  const list = new BlockList();
  blockLists.set(trusted, list);
  for (const one of trusted) {
    const [address, bits] = one.split('/');
    const family = isIP(address!) === 6 ? 'ipv6' : 'ipv4';
    if (bits) list.addSubnet(address!, Number(bits), family);
    else list.addAddress(address!, family);
  }
  return list;
}

function isTrusted(list: BlockList, address: string): boolean {
  const family = isIP(address);
  return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** Without the port that some proxies add; IPv4 written as IPv6 is IPv4. */
export function plainAddress(address: string): string {
  const bare = /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;
  return bare.replace(/^::ffff:(?=\d+\.)/i, '');
}
