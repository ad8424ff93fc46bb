/** Text that email clients turn into links: a web or email address, with or without its protocol. */
// In Chinese and Japanese, a full stop is followed by the next sentence without a space.
const LINK = /:\/\/|www\.|[\p{L}\p{N}]\.\p{L}{2,}|[a-z\d-][．。｡․﹒][a-z]{2,}/iu;
export function hasLink(text: string): boolean {
  return LINK.test(visible(text));
}

/** Text as people see it: without zero-width spaces and the like, which would hide a link from a check. */
export function visible(text: string): string {
  return text.replaceAll(/\p{DI}/gu, '');
}
