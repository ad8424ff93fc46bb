import { createHash } from 'node:crypto';
import type { Hono } from 'hono';
import { guide } from '#content/guide.ts';
import type { Dependencies } from '../context.ts';
import type { HttpEnv } from '../http/http-env.ts';
import { makeGuide } from './make-guide.ts';

interface Guide {
  readonly file: Buffer;
  readonly etag: string;
}

/** The participant guide, made when it is first asked for and then kept: its content changes with a new start only. */
export function guideRoutes(app: Hono<HttpEnv>, { content, settings }: Dependencies): void {
  let kept: Promise<Guide> | null = null;
  const make = async (now: Date): Promise<Guide> => {
    const { contact, publicUrl } = settings;
    const file = await makeGuide({ content, contact, publicUrl }, now);
    return { file, etag: `"${createHash('sha256').update(file).digest('base64url').slice(0, 22)}"` };
  };
  const filename = `${fileWord(content.event.name)}-${fileWord(guide.title)}.pdf`;

  app.get('/participant-guide.pdf', async (c) => {
    kept ??= make(c.get('ctx').now).catch((error: unknown) => {
      // The next visitor tries again.
      kept = null;
      throw error;
    });
    const { file, etag } = await kept;
    c.header('etag', etag);
    c.header('cache-control', 'public, max-age=3600');
    if (c.req.header('if-none-match') === etag) return c.body(null, 304);
    c.header('content-type', 'application/pdf');
    c.header('content-disposition', `inline; filename="${filename}"`);
    return c.body(new Uint8Array(file));
  });
}

function fileWord(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}
