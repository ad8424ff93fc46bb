/**
 * One CSV cell, quoted where needed. Text that a spreadsheet would run as a formula gets a `'` before it. Negative numbers
 * are left alone.
 */
export function csvCell(value: string | number | boolean | null): string {
  const text = value === null ? '' : String(value);
  const safe = typeof value === 'string' ? text.replaceAll(FORMULA_STARTS, "'") : text;
  return /["',\r\n\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A line with its line ending, as in RFC 4180. */
export function csvLine(cells: readonly (string | number | boolean | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * The places where a formula may start: programs that split lines at `;` or tabs see no quotes in the middle of a line, and
 * start cells inside of ours. `'=…` is escaped too, so that reading back is exact.
 */
const FORMULA_STARTS = /(?<=^|[;\t\r\n])(?=['"]*[=+\-@\t\r\0＝＋－＠])/g;
