/**
 * One CSV cell, quoted where needed. Text that a spreadsheet would run as a formula gets a leading `'`. Negative numbers
 * are left alone.
 */
export function csvCell(value: string | number | boolean | null): string {
  const text = value === null ? '' : String(value);
  const safe = typeof value === 'string' && isFormula(text) ? `'${text}` : text;
  return /["',\r\n\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A line with its line ending, as in RFC 4180. */
export function csvLine(cells: readonly (string | number | boolean | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** `'=…` is escaped too, so that reading back is exact. */
function isFormula(text: string): boolean {
  return /^'*[=+\-@\t\r\0]/.test(text) || /^'*[＝＋－＠]/.test(text);
}
