/** The id in an address; 0, which no row has, for any other text. */
export function idFrom(text: string): number {
  return isNumber(text) ? Number(text) : 0;
}

/** Whether the text is a number that fits a database integer. */
export function isNumber(text: string): boolean {
  return /^\d{1,9}$/.test(text);
}
