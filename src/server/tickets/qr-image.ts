import QRCode from 'qrcode';
import sharp from 'sharp';

const QUIET_ZONE = 4;
const PIXELS = 12;
const [BLACK, WHITE] = [0, 255];
/** zlib's compression level. The default takes twice the CPU time, for 4 kB instead of 6. */
const FAST = 3;
const LEVEL = { errorCorrectionLevel: 'M' } as const;

/** Caches recent codes, because a mail shows each as a picture and in its PDF. */
const kept = new Map<string, QRCode.QRCode['modules']>();
const KEPT = 32;

function modulesOf(token: string): QRCode.QRCode['modules'] {
  const modules = kept.get(token) ?? QRCode.create(token, LEVEL).modules;
  if (kept.size >= KEPT) kept.clear();
  kept.set(token, modules);
  return modules;
}

/** The ticket's code as a scalable SVG document: dark modules in one path, on white. */
export function qrSvg(token: string): string {
  const { path, side } = qrPath(token);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${side}v${side}H0z"/><path stroke="#000" d="${path}"/></svg>`
  );
}

/** The dark modules as strokes one unit wide, in a square of `side` units that has the quiet zone around them. */
export function qrPath(token: string): { path: string; side: number } {
  const { data, size } = modulesOf(token);
  let path = '';
  for (let y = 0; y < size; y += 1) path += rowPath(data.subarray(y * size, (y + 1) * size), y);
  return { path, side: size + 2 * QUIET_ZONE };
}

/** The same code as a PNG for mail, which can't show SVG: 396 px wide, twice its display size. */
export function qrPng(token: string): Promise<Buffer> {
  const modules = modulesOf(token);
  const side = modules.size + 2 * QUIET_ZONE;
  const pixels = Buffer.alloc(side * side, WHITE);
  for (let y = 0; y < modules.size; y += 1) {
    for (let x = 0; x < modules.size; x += 1) {
      if (modules.get(y, x)) pixels[(y + QUIET_ZONE) * side + x + QUIET_ZONE] = BLACK;
    }
  }
  // The QR library's own PNG takes four times the CPU time, and blocks the main thread.
  return sharp(pixels, { raw: { width: side, height: side, channels: 1 } })
    .resize(side * PIXELS, side * PIXELS, { kernel: 'nearest' })
    .toColourspace('b-w')
    .png({ compressionLevel: FAST })
    .toBuffer();
}

/** The dark runs of one row as horizontal strokes one module high. */
function rowPath(row: Uint8Array, y: number): string {
  let path = '';
  let end = 0;
  for (let x = 0; x < row.length; x += 1) {
    if (!row[x]) continue;
    const start = x;
    while (row[x + 1]) x += 1;
    path += path ? `m${start - end} 0` : `M${start + QUIET_ZONE} ${y + QUIET_ZONE + 0.5}`;
    path += `h${x + 1 - start}`;
    end = x + 1;
  }
  return path;
}
