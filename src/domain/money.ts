/** An amount of US money in whole cents. Never a fraction, never a float of dollars. */
export type Cents = number;

export const CURRENCY = 'usd';

/** Stripe and Square refuse smaller charges (R-PRICE-4). */
export const PROVIDER_MINIMUM: Cents = 50;

/** `percent` percent of `amount`, half a cent rounded up: the one place where money is rounded (R-PRICE-3). */
export function percentOf(amount: Cents, percent: number): Cents {
  // The provider's percentages have up to three decimals; whole thousandths keep the sum exact.
  return Math.floor((amount * Math.round(percent * 1000) + 50_000) / 100_000);
}

/** Shares `total` over `weights` so that the parts sum to it exactly; leftover cents go to the largest remainders (R-PRICE-5). */
export function splitByLargestRemainder(total: Cents, weights: readonly number[]): Cents[] {
  const sum = weights.reduce((a, b) => a + b, 0);
  if (sum <= 0) throw new RangeError('weights must sum to more than zero');
  // Integer remainders, because fractional ones can differ in the last bit where they should tie.
  const rests = weights.map((weight) => (total * weight) % sum);
  const parts = weights.map((weight, index) => (total * weight - rests[index]!) / sum);
  const order = rests
    .map((rest, index) => ({ index, rest }))
    .toSorted((a, b) => b.rest - a.rest || a.index - b.index);
  let left = total - parts.reduce((a, b) => a + b, 0);
  for (const { index } of order) {
    if (left === 0) break;
    parts[index] = parts[index]! + 1;
    left -= 1;
  }
  return parts;
}

/** Reads a `decimal(10,2)` column or a dollar figure such as `"20.00"`; anything finer than a cent throws (R-PRICE-6). */
export function centsFromDollars(dollars: string | number): Cents {
  const match = /^(-?)(\d+)(?:\.(\d{1,2})0*)?$/.exec(String(dollars));
  if (!match) throw new RangeError(`not an amount of dollars and cents: ${dollars}`);
  const cents = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  return match[1] && cents !== 0 ? -cents : cents;
}

/** What a `decimal(10,2)` column stores: `2000` → `"20.00"`. */
export function dollarsFromCents(cents: Cents): string {
  const sign = cents < 0 ? '-' : '';
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** What people read: `200000` → `"$2,000.00"`, or `"$2,000"` with `whole` for round dollars. */
export function formatUsd(cents: Cents, style: 'cents' | 'whole' = 'cents'): string {
  const isWhole = style === 'whole' && cents % 100 === 0;
  return (isWhole ? WHOLE : EXACT).format(cents / 100);
}

/** Stripe's currencies whose smallest unit isn't a hundredth. It counts `isk` and `ugx` in hundredths. */
const WITHOUT_DECIMALS = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ');
const WITH_THREE_DECIMALS = 'bhd jod kwd omr tnd'.split(' ');

/** Smallest units of the provider's currency, which need not be ours: `"$10.00"`, `"10.00 EUR"`, `"500 JPY"`. */
export function formatAmount(amount: number, currency: string): string {
  if (currency === CURRENCY) return formatUsd(amount);
  const decimals = WITHOUT_DECIMALS.includes(currency) ? 0 : WITH_THREE_DECIMALS.includes(currency) ? 3 : 2;
  return `${(amount / 10 ** decimals).toFixed(decimals)} ${currency.toUpperCase()}`;
}

const USD = { style: 'currency', currency: 'USD' } as const;
const EXACT = new Intl.NumberFormat('en-US', USD);
const WHOLE = new Intl.NumberFormat('en-US', { ...USD, maximumFractionDigits: 0 });
