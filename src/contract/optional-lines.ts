import * as z from 'zod/mini';
import { isPlain } from './fields.ts';
import * as fieldWords from './words/fields.ts';

/** Optional multi-line text. In a file of its own, because visitors' pages have no such field. */
export const optionalLines = (max: number) =>
  z.pipe(
    z.nullish(
      z.string().check(
        z.maxLength(max, fieldWords.tooLong(max)),
        z.refine((text) => isPlain(text.replaceAll(/[\r\n\t]/g, ' ')), fieldWords.controlCharacters),
      ),
    ),
    z.transform((text) => text?.replaceAll(/\r\n?/g, '\n').trim() || null),
  );
