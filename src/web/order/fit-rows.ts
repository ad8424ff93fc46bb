/**
 * One row per open seat. A seat taken by somebody else in the meantime removes only the last blank row; rows with input
 * stay, even without a seat. The same array if nothing changes.
 */
export function fitRows<Row>(
  rows: readonly Row[],
  open: number,
  isBlank: (row: Row) => boolean,
  blank: () => Row,
): readonly Row[] {
  if (rows.length < open) return [...rows, ...Array.from({ length: open - rows.length }, blank)];
  const surplus = rows
    .filter(isBlank)
    .toReversed()
    .slice(0, rows.length - open);
  return surplus.length > 0 ? rows.filter((row) => !surplus.includes(row)) : rows;
}
