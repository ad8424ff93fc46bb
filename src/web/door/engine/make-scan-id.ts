let latest = { at: 0, count: 0 };

/**
 * A version 7 UUID (RFC 9562) with a counter within the millisecond: sorts by time, so that scans are sent in order of
 * creation.
 */
export function makeScanId(at: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const time = Math.floor(at);
  // The counter's first bit is left free for counting.
  const start = ((bytes[6]! & 0x07) << 8) | bytes[7]!;
  latest = { at: time, count: latest.at === time ? (latest.count + 1) % 4096 : start };
  for (let place = 0; place < 6; place += 1) bytes[place] = Math.floor(time / 2 ** (8 * (5 - place))) % 256;
  bytes[6] = 0x70 | (latest.count >> 8);
  bytes[7] = latest.count & 0xff;
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
