const LETTERS = 3;

/** `Abb – Bar`: from the first last name of a page to its last, as in a dictionary. */
export function letterRange(first: string, last: string): string {
  const [from, to] = [first, last].map((name) => [...name.trim()].slice(0, LETTERS).join(''));
  return from === to ? from! : `${from} – ${to}`;
}
