import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** The same site with the landing page's script taken out: what the page would be without any JavaScript. */
export async function serveWithoutScripts(siteUrl: string): Promise<{ url: string; stop(): Promise<void> }> {
  const page = await (await fetch(`${siteUrl}/`)).text();
  const bare = gzipSync(page.replaceAll(/<script type="module">.*?<\/script>/gs, ''));
  const server = createServer(async (request, response) => {
    if (request.url === '/') {
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' })
        .end(bare);
      return;
    }
    const original = await fetch(siteUrl + request.url);
    const type = original.headers.get('content-type') ?? '';
    response.writeHead(original.status, { 'content-type': type, 'cache-control': 'max-age=3600' });
    response.end(Buffer.from(await original.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
