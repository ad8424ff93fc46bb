const SIZE = 560;
/** The server's limit in bytes. */
const MOST = 65_000;

/**
 * Crops a picture to a centered square, as WebP or JPEG in base64, small enough to send. Redrawing drops the metadata.
 * Null if the browser can't read the file.
 */
export async function shrinkPicture(file: Blob): Promise<string | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return null;
  const side = Math.min(bitmap.width, bitmap.height);
  const canvas = document.createElement('canvas');
  canvas.width = SIZE;
  canvas.height = SIZE;
  const [left, top] = [(bitmap.width - side) / 2, (bitmap.height - side) / 2];
  const context = canvas.getContext('2d')!;
  // JPEG has no transparency.
  context.fillStyle = 'white';
  context.fillRect(0, 0, SIZE, SIZE);
  context.drawImage(bitmap, left, top, side, side, 0, 0, SIZE, SIZE);
  for (const quality of [0.85, 0.7, 0.5, 0.3]) {
    const blob = await write(canvas, quality);
    if (blob && blob.size <= MOST) return base64Of(await blob.arrayBuffer());
  }
  return null;
}

/** A browser that can't write WebP, such as Safari, would return a PNG, which is too large. */
async function write(canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> {
  const as = (type: string) => new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
  const webp = await as('image/webp');
  return webp?.type === 'image/webp' ? webp : as('image/jpeg');
}

function base64Of(buffer: ArrayBuffer): string {
  return btoa(Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join(''));
}
