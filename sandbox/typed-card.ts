/** @param number digits only */
export function passesLuhn(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  const sum = [...number].reverse().reduce((total, digit, at) => {
    const doubled = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

export interface Expiry {
  readonly month: number;
  readonly year: number;
}

/** `12/34`, `12 / 34`, `1234` or `12/2034` */
export function parseExpiry(text: string): Expiry | undefined {
  const [, month = '', year = ''] = /^(\d{1,2})\s*\/?\s*(\d{2}|\d{4})$/.exec(text) ?? [];
  if (Number(month) < 1 || Number(month) > 12) return undefined;
  return { month: Number(month), year: year.length === 2 ? 2000 + Number(year) : Number(year) };
}

/** A card is valid until the end of its month. */
export function isExpired({ month, year }: Expiry, now: Date): boolean {
  return Date.UTC(year, month) <= now.getTime();
}
