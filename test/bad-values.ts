/** Invalid values, each of which is tried in every field. */
export const BAD_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  3_000_000_000,
  9_007_199_254_740_992,
  '',
  ' ',
  '0',
  'null',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '3000000000',
  'x'.repeat(20_000),
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u2028\uffff',
  'a\r\nBcc: all@example.org',
  "'; DROP TABLE orders; --",
  '<script>alert(1)</script>',
  '{{ 7 | times: 7 }}',
  '__proto__',
  'constructor',
  [],
  {},
  [[]],
  [null],
  Array.from({ length: 1000 }, () => 0),
  { length: 1e9 },
  { toString: 'x', valueOf: 'x', toJSON: 'x' },
  JSON.parse('{"__proto__": {"polluted": true}}'),
  { constructor: { prototype: { polluted: true } } },
];

type Path = readonly (string | number)[];

/** The sample with each field, at any depth, removed or replaced by each bad value, one at a time and named. */
export function* spoil(sample: unknown, path: Path = []): Generator<{ name: string; value: unknown }> {
  for (const [index, bad] of BAD_VALUES.entries()) {
    yield { name: `${path.join('.') || 'all'} as bad value ${index}`, value: bad };
  }
  if (typeof sample !== 'object' || sample === null) return;
  for (const [key, field] of Object.entries(sample)) {
    const put = (value: unknown) =>
      Array.isArray(sample)
        ? sample.map((one, index) => (String(index) === key ? value : one))
        : { ...sample, [key]: value };
    const { [key]: _left, ...rest } = sample as Record<string, unknown>;
    if (!Array.isArray(sample)) yield { name: `without ${[...path, key].join('.')}`, value: rest };
    for (const { name, value } of spoil(field, [...path, key])) yield { name, value: put(value) };
  }
}

/** Invalid path segments. */
export const BAD_SEGMENTS: readonly string[] = [
  '%00',
  'a%00b',
  `${'a'.repeat(24)}%00`,
  '%2e%2e',
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e%5c',
  '%',
  '%zz',
  '%c0%ae',
  '%ff%fe',
  '%ed%a0%80',
  '%F0%9F%92%A9',
  '%E2%80%AE',
  '-1',
  '0',
  '1e9',
  '0x1',
  '1.5',
  '99999999999999999999',
  '2147483648',
  '999999999',
  '%20',
  '+1',
  'null',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '3000000000',
  'undefined',
  '__proto__',
  'constructor',
  "'%20OR%201=1",
  '%22%3E%3Cscript%3E',
  '%25s%25n',
  '$%7B7*7%7D',
  'A'.repeat(28),
  'a'.repeat(255),
  'a'.repeat(6_000),
  '%C3%A9'.repeat(500),
  'cs_test_%25_________________',
];
