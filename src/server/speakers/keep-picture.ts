import { createHash } from 'node:crypto';
import { REFUSAL_WORDS } from '#contract/words/refusals.ts';
import type { Context } from '../context.ts';
import { and, eq, notExists, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { speakerPictures, speakers } from '../db/tables.ts';
import { Refusal } from '../errors.ts';

/** A small file can decode to gigabytes. */
const MOST_PIXELS = 4_000_000;
const SIDE = 1_120;
const ADDRESS = '/pictures/';

/**
 * Decodes and re-encodes a picture, so that only its pixels remain: no location, and nothing that only looks like a
 * picture.
 */
export async function redrawPicture(base64: string): Promise<Buffer> {
  const given = Buffer.from(base64, 'base64');
  const start = given.subarray(0, 12).toString('latin1');
  try {
    if (!/^RIFF.{4}WEBP|^\xff\xd8\xff/s.test(start)) throw new Error('neither a WebP file nor a JPEG');
    // Loaded on demand: it is larger than the rest of the site.
    const { default: sharp } = await import('sharp');
    return await sharp(given, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .resize({ width: SIDE, height: SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 88 })
      .toBuffer();
  } catch (cause) {
    throw new Refusal('invalid', { fields: { picture: REFUSAL_WORDS.notAPicture }, cause });
  }
}

/** Stores a picture under the hash of its bytes, which is part of its address. */
export async function keepPicture(tx: Transaction, ctx: Context, content: Buffer): Promise<string> {
  await lockPictures(tx);
  const name = `${createHash('sha256').update(content).digest('hex').slice(0, 32)}.webp`;
  await tx.insert(speakerPictures).values({ name, content, createdAt: ctx.now }).onConflictDoNothing();
  return ADDRESS + name;
}

/** Deletes the picture at that address, unless a speaker has it. Pictures from the content stay. */
export async function dropPicture(tx: Transaction, imageUrl: string | null): Promise<void> {
  if (!imageUrl?.startsWith(ADDRESS)) return;
  await lockPictures(tx);
  await tx
    .delete(speakerPictures)
    .where(
      and(
        eq(speakerPictures.name, imageUrl.slice(ADDRESS.length)),
        notExists(tx.select().from(speakers).where(eq(speakers.imageUrl, imageUrl))),
      ),
    );
}

/** One edit at a time: a picture must not be deleted while a concurrent edit assigns it to another speaker. */
async function lockPictures(tx: Transaction): Promise<void> {
  await tx.execute(sql`LOCK TABLE speaker_pictures IN SHARE ROW EXCLUSIVE MODE`);
}
