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
  let address = remote && plainAddress(remote);
  if (!address || !isInBlocks(address, trustedProxies)) return address;
  const hops = (headers.get('x-forwarded-for') ?? '').split(',').map((hop) => plainAddress(hop.trim()));
  for (const hop of hops.reverse()) {
    if (isIP(hop) === 0) return address;
    address = hop;
    if (!isInBlocks(hop, trustedProxies)) return hop;
  }
  return address;
}

/** Whether the address is in the list of addresses and CIDR blocks, which must not change. */
export function isInBlocks(address: string, blocks: readonly string[]): boolean {
  const family = isIP(address);
  return family !== 0 && blockList(blocks).check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** Built once per list, because each request needs them. */
const blockLists = new WeakMap<readonly string[], BlockList>();

function blockList(blocks: readonly string[]): BlockList {
  const known = blockLists.get(blocks);
  if (known) return known;
  const list = new BlockList();
  blockLists.set(blocks, list);
  for (const one of blocks) {
    const [address, bits] = one.split('/');
    const family = isIP(address!) === 6 ? 'ipv6' : 'ipv4';
    if (bits) list.addSubnet(address!, Number(bits), family);
    else list.addAddress(address!, family);
  }
  return list;
}

/** Without the port that some proxies add; IPv4 written as IPv6 is IPv4. */
export function plainAddress(address: string): string {
  const bare = /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;
  return bare.replace(/^::ffff:(?=\d+\.)/i, '');
}
