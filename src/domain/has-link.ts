import { plainCharacters } from './plain-characters.ts';

const LINK = /:\/\/|www\.|[\p{L}\p{N}]\.\p{L}{2,}|[a-z\d-]。[a-z]{2,}/iu;

/** Whether email clients turn part of the text into a link: a web or email address, with or without its protocol. */
export function hasLink(text: string): boolean {
  // In Chinese and Japanese, either full stop is followed by the next sentence without a space.
  return LINK.test(plainCharacters(text.replaceAll('．', '。')));
}
