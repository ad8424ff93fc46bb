import { OperatorRefusal } from '../errors.ts';

// A backup is gzipped lines: control lines start with `#` and are JSON, all others are rows of the last named table,
// as written by PostgreSQL's to_jsonb. JavaScript never parses them, so no number is rounded.

export const FORMAT = 'summit-backup-1';

export type Control =
  | { readonly format: string; readonly takenAt: string; readonly migrations: readonly string[] }
  | { readonly table: string }
  | { readonly sequence: string; readonly value: string }
  | { readonly rows: number };

export function writeControl(control: Control): string {
  return `#${JSON.stringify(control)}\n`;
}

export function readControl(line: string): Control {
  try {
    return JSON.parse(line.slice(1)) as Control;
  } catch {
    throw new OperatorRefusal('This is not a backup of the site: one of its control lines cannot be read.');
  }
}

/** Lines without line endings, however the chunks are cut. */
export async function* splitLines(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
