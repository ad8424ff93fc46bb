/** Text that email clients turn into links: a web or email address, with or without its protocol. */
const LINK = /:\/\/|www\.|[\p{L}\p{N}][.．。｡]\p{L}{2,}/iu;

export function hasLink(text: string): boolean {
  return LINK.test(text);
}
