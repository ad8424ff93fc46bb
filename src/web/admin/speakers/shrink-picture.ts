const SIZE = 560;
/** The server's limit in bytes. */
const MOST = 65_000;

/**
 * Crops a picture to a centered square, as WebP in base64, small enough to send. Redrawing drops the metadata. Null if
 * the browser can't read the file.
 */
export async function shrinkPicture(file: Blob): Promise<string | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return null;
  const side = Math.min(bitmap.width, bitmap.height);
  const canvas = document.createElement('canvas');
  canvas.width = SIZE;
  canvas.height = SIZE;
  const [left, top] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2];
  canvas.getContext('2d')!.drawImage(bitmap, left, top, side, side, 0, 0, SIZE, SIZE);
  for (const quality of [0.85, 0.7, 0.5, 0.3]) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', quality));
    // A browser that can't write WebP returns another format.
    if (blob?.type !== 'image/webp') return null;
    if (blob.size <= MOST) return base64Of(await blob.arrayBuffer());
  }
  return null;
}

function base64Of(buffer: ArrayBuffer): string {
  return btoa(Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join(''));
}
