import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context as HonoContext } from 'hono';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress';
import { getMimeType } from 'hono/utils/mime';
import { type CompressibleBody, chooseEncoding, compressible } from './compression.ts';
import type { HttpEnv } from './http-env.ts';

interface StaticFile {
  readonly type: string;
  readonly body: CompressibleBody;
  /** Whether compressing makes it smaller. */
  readonly isCompressible: boolean;
}

/**
 * Serves the built files of `folder` from memory, except one that only the server reads. Their names contain a hash, so
 * they may be cached forever. Hono's `serveStatic` compresses nothing and reads the disk on each request.
 */
export async function openStaticFiles(
  folder: string,
  except?: string,
): Promise<(c: HonoContext<HttpEnv>, name: string) => Promise<Response | null>> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = new Set(entries.filter((entry) => entry.isFile()).map((entry) => entry.name));
  if (except) names.delete(except);
  const files = new Map<string, Promise<StaticFile>>();
  return async (c, name) => {
    if (!names.has(name)) return null;
    let loading = files.get(name);
    if (!loading) {
      loading = load(join(folder, name));
      files.set(name, loading);
      // Not kept: the disk or the number of open files may have been the cause.
      loading.catch(() => files.delete(name));
    }
    return respond(c, await loading);
  };
}

async function load(path: string): Promise<StaticFile> {
  const type = getMimeType(path) ?? 'application/octet-stream';
  const body = compressible(await readFile(path), { br: 9, gzip: 9 });
  return { type, body, isCompressible: COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type) };
}

async function respond(
  c: HonoContext<HttpEnv>,
  { type, body, isCompressible }: StaticFile,
): Promise<Response> {
  const encoding = isCompressible ? chooseEncoding(c) : null;
  c.header('content-type', type);
  c.header('cache-control', 'public, max-age=31536000, immutable');
  c.header('vary', 'accept-encoding');
  if (encoding) c.header('content-encoding', encoding);
  return c.body(new Uint8Array(encoding ? await body.compressed(encoding) : body.plain));
}
