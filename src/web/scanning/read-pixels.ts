/** A code of 33 modules is still readable at a tenth of this width. */
const LONG_SIDE = 960;

/** The picture scaled for detection, drawn on a reused canvas. */
export function readPixels(
  picture: HTMLVideoElement | ImageBitmap,
  size: { readonly width: number; readonly height: number },
  canvas: HTMLCanvasElement | OffscreenCanvas,
): ImageData {
  const scale = Math.min(1, LONG_SIDE / Math.max(size.width, size.height));
  canvas.width = Math.round(size.width * scale);
  canvas.height = Math.round(size.height * scale);
  const context = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
