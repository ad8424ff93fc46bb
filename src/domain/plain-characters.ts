/** The text without invisible characters and with the usual form of each other one, such as the dot: both hide links. */
export function plainCharacters(text: string): string {
  return text.replace(/\p{DI}/gu, '').normalize('NFKC');
}
