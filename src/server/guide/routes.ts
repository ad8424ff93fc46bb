import { createHash } from 'node:crypto';
import type { Hono } from 'hono';
import { guide } from '#content/guide.ts';
import { paths } from '#contract/paths.ts';
import { hasConcluded } from '#domain/event-phase.ts';
import type { Dependencies } from '../context.ts';
import type { HttpEnv } from '../http/http-env.ts';
import { makeGuide } from './make-guide.ts';

interface Guide {
  readonly file: Buffer;
  readonly etag: string;
}

/**
 * The participant guide, made on the first request and then cached: it changes only with a restart, and once the event
 * is over.
 */
export function guideRoutes(app: Hono<HttpEnv>, { content, settings }: Dependencies): void {
  /** By whether the event is over. */
  const kept = new Map<boolean, Promise<Guide>>();
  const make = async (now: Date): Promise<Guide> => {
    const { contact, publicUrl } = settings;
    const file = await makeGuide({ content, contact, publicUrl }, now);
    return { file, etag: `"${createHash('sha256').update(file).digest('base64url').slice(0, 22)}"` };
  };
  const disposition = inline(`${fileWord(content.event.name)}-${fileWord(guide.title)}.pdf`);

  app.get(paths.participantGuide, async (c) => {
    const { now } = c.get('ctx');
    const isOver = hasConcluded(content.event, now);
    const making =
      kept.get(isOver) ??
      make(now).catch((error: unknown) => {
        // The next visitor tries again.
        kept.delete(isOver);
        throw error;
      });
    kept.set(isOver, making);
    const { file, etag } = await making;
    c.header('etag', etag);
    c.header('cache-control', 'public, max-age=3600');
    if (c.req.header('if-none-match') === etag) return c.body(null, 304);
    c.header('content-type', 'application/pdf');
    c.header('content-disposition', disposition);
    return c.body(new Uint8Array(file));
  });
}

function fileWord(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-');
}

/** With the name twice (RFC 6266): in ASCII for old clients, and unchanged. */
function inline(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]/g, '_');
  return `inline; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}
