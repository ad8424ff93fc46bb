const LETTERS = 3;

/** `Abb – Bar`: a page's first and last surname, as in a dictionary. */
export function letterRange(first: string, last: string): string {
  const [from, to] = [first, last].map((name) => [...name.trim()].slice(0, LETTERS).join(''));
  return from === to ? from! : `${from} – ${to}`;
}
