/** Text that email clients turn into links: a web or email address, with or without its protocol. */
// In Chinese and Japanese, a full stop is followed by the next sentence without a space.
const LINK = /:\/\/|www\.|[\p{L}\p{N}]\.\p{L}{2,}|[a-z\d-][．。｡․﹒][a-z]{2,}/iu;
/** Nobody sees these, as a zero-width space before the full stop. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

export function hasLink(text: string): boolean {
  return LINK.test(text.replaceAll(INVISIBLE, ''));
}
