import { isNumber } from './is-number.ts';

/** The id in an address; 0, which no row has, for any other text. */
export function idFrom(text: string): number {
  return isNumber(text) ? Number(text) : 0;
}
