/** Whether the text is a number that fits a database integer. */
export function isNumber(text: string): boolean {
  return /^\d{1,9}$/.test(text);
}
