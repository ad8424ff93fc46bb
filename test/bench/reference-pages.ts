import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** Pages to compare the landing page with. */
interface ReferencePages extends AsyncDisposable {
  /** The same page without its script. */
  readonly withoutScripts: string;
  /** A headline and a sentence without style, font or image: this machine's minimum for any page. */
  readonly smallest: string;
}

const SMALLEST = `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <meta name="description" content="The smallest page.">
  <link rel="icon" href="data:,">
  <title>The smallest page</title>
  <h1>The smallest page</h1>
  <p>It has one sentence.</p>
</html>
`;

/** All other requests go to the site. */
export async function serveReferencePages(siteUrl: string): Promise<ReferencePages> {
  const page = await (await fetch(`${siteUrl}/`)).text();
  const withoutScripts = page.replaceAll(/<script type="module".*?<\/script>/gs, '');
  const own = new Map([
    ['/', gzipSync(withoutScripts)],
    ['/smallest', gzipSync(SMALLEST)],
  ]);
  const server = createServer(async (request, response) => {
    const body = own.get(request.url!);
    if (body) {
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' })
        .end(body);
      return;
    }
    const original = await fetch(siteUrl + request.url);
    const type = original.headers.get('content-type') ?? '';
    response.writeHead(original.status, { 'content-type': type, 'cache-control': 'max-age=3600' });
    response.end(Buffer.from(await original.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    withoutScripts: `${url}/`,
    smallest: `${url}/smallest`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
