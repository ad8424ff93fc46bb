import { access } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The folder of real pictures. */
export const PICTURES = new URL('./pictures/', import.meta.url);
const ENDINGS = ['jpg', 'png', 'avif', 'webp'];

export type Shelf = 'gallery' | 'speakers' | 'sponsors';

/** The file path of the real picture that replaces a drawing, or null if there is none. */
export async function findPicture(shelf: Shelf, key: string, pictures: URL): Promise<string | null> {
  for (const ending of ENDINGS) {
    const file = fileURLToPath(new URL(`${shelf}/${key}.${ending}`, pictures));
    const isThere = await access(file).then(
      () => true,
      () => false,
    );
    if (isThere) return file;
  }
  return null;
}

/** A name as used in file names: `Sample Speaker One` is `sample-speaker-one`. */
export function fileKey(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
