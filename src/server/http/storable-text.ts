/** PostgreSQL keeps neither NUL nor half of a surrogate pair, so a text with one could only fail there. */
export function isStorable(text: string): boolean {
  return !/[\0\p{Cs}]/u.test(text);
}
