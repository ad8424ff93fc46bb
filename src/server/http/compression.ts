import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context as HonoContext } from 'hono';
import type { HttpEnv } from './http-env.ts';

type Encoding = 'br' | 'gzip';

/** A response's body. Each encoding is made on first use, and once. */
export interface CompressibleBody {
  readonly plain: Buffer<ArrayBuffer>;
  readonly compressed: (encoding: Encoding) => Promise<Buffer<ArrayBuffer>>;
}

/** `levels` are the effort for each encoding. */
export function compressible(
  plain: Buffer<ArrayBuffer>,
  levels: Readonly<Record<Encoding, number>>,
): CompressibleBody {
  const made = new Map<Encoding, Promise<Buffer<ArrayBuffer>>>();
  const compressed = (encoding: Encoding) => {
    const known = made.get(encoding);
    if (known) return known;
    const body = compress(plain, encoding, levels[encoding]);
    made.set(encoding, body);
    // Not kept: there may have been too little memory.
    body.catch(() => made.delete(encoding));
    return body;
  };
  return { plain, compressed };
}

function compress(plain: Buffer, encoding: Encoding, level: number): Promise<Buffer<ArrayBuffer>> {
  if (encoding === 'gzip') return promisify(gzip)(plain, { level });
  return promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: level } });
}

/** The smallest that the browser accepts; null for none. */
export function chooseEncoding(c: HonoContext<HttpEnv>): Encoding | null {
  const accepts = c.req.header('accept-encoding') ?? '';
  return (['br', 'gzip'] as const).find((encoding) => isAccepted(accepts, encoding)) ?? null;
}

/** Whether an `Accept-Encoding` accepts that encoding; `br;q=0` refuses it. */
function isAccepted(accepts: string, encoding: string): boolean {
  return accepts.split(',').some((offer) => {
    const [name, quality] = offer.split(';').map((part) => part.trim().toLowerCase());
    return name === encoding && Number(quality?.replace('q=', '') ?? 1) > 0;
  });
}
