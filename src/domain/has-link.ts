/**
 * Text that email clients turn into links: a web or email address, with or without its protocol. Invisible characters
 * don't hide it.
 */
// In Chinese and Japanese, a full stop is followed by the next sentence without a space.
const LINK = /:\/\/|www\.|[\p{L}\p{N}]\.\p{L}{2,}|[a-z\d-][．。｡․﹒][a-z]{2,}/iu;

export function hasLink(text: string): boolean {
  return LINK.test(text.replaceAll(/\p{DI}/gu, ''));
}
