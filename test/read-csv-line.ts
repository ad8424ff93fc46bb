/** An independent reader, so that the writer isn't tested against itself. */
export function readCsvLine(line: string): string[] {
  const cells: string[] = [];
  let rest = line.slice(0, -2);
  for (;;) {
    const quoted = /^"((?:[^"]|"")*)"/.exec(rest);
    const cell = quoted ? quoted[1]!.replaceAll('""', '"') : /^[^,]*/.exec(rest)![0];
    cells.push(cell);
    rest = rest.slice(quoted ? quoted[0].length : cell.length);
    if (!rest.startsWith(',')) return cells;
    rest = rest.slice(1);
  }
}
