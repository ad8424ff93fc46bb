import { html, raw } from 'hono/html';
import type { Boot } from '#contract/boot.ts';
import type { Context } from './context.ts';
import { jsonForHtml, type PublicParts } from './http/pages.ts';

/** What one public page has of its own. */
export interface PageDocument {
  readonly title: string;
  readonly description: string;
  /** For search engines, as JSON-LD. */
  readonly structuredData?: unknown;
  /** The rendered page. */
  readonly body: string;
}

/** A public page's whole HTML: metadata for search engines and link previews, and the page itself. */
export async function pageDocument(
  { content }: Pick<Context, 'content'>,
  boot: Boot,
  parts: PublicParts,
  path: string,
  { title, description, structuredData, body }: PageDocument,
): Promise<string> {
  const { art } = parts;
  const url = boot.publicUrl + path;
  const page = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${description}">
<meta name="theme-color" content="#10243E">
<link rel="canonical" href="${url}">
${parts.fonts.map((font) => html`<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`)}
<style>${raw(parts.style)}</style>
<link rel="icon" href="/assets/${art.icons.favicon.file}" type="image/svg+xml">
<link rel="alternate icon" href="/favicon.ico" type="image/png">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/site.webmanifest">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${content.event.name}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${url}">
<meta property="og:image" content="${boot.publicUrl}/assets/${art.socialCard.file}">
<meta property="og:image:width" content="${art.socialCard.width}">
<meta property="og:image:height" content="${art.socialCard.height}">
<meta property="og:image:alt" content="${title}">
<meta name="twitter:card" content="summary_large_image">
${structuredData === undefined ? '' : html`<script type="application/ld+json">${raw(jsonForHtml(structuredData))}</script>`}
<script id="boot" type="application/json">${raw(jsonForHtml(boot))}</script>
<script type="module" src="${parts.script}" fetchpriority="low"></script>
</head>
<body>
<p role="status" id="phase-news" class="sr-only"></p>
${raw(body)}
<div id="overlays"></div>
</body>
</html>`;
  return String(page);
}
