const LINK = /:\/\/|www\.|[\p{L}\p{N}]\.\p{L}{2,}|[a-z\d-]。[a-z]{2,}/iu;

/** Whether email clients turn part of the text into a link: a web or email address, with or without its protocol. */
export function hasLink(text: string): boolean {
  // In Chinese and Japanese, either full stop is followed by the next sentence without a space.
  return LINK.test(plainCharacters(text.replaceAll('．', '。')));
}

/** The text without invisible characters and with the usual form of each other one, such as the dot: both hide links. */
export function plainCharacters(text: string): string {
  return text.replaceAll(/\p{DI}/gu, '').normalize('NFKC');
}
