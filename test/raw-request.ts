import { request } from 'node:http';

export interface RawResponse {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
}

/** One request with path, headers and bytes exactly as given; `fetch` would normalize them. */
export function rawRequest(
  siteUrl: string,
  path: string,
  options: {
    method?: string;
    headers?: Record<string, string>;
    /** An array is sent chunked, without a length. */
    body?: string | Uint8Array | readonly string[];
  } = {},
): Promise<RawResponse> {
  const { hostname, port } = new URL(siteUrl);
  const { method = 'GET', headers = {}, body } = options;
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode!,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    sent.on('error', reject);
    if (Array.isArray(body)) for (const chunk of body) sent.write(chunk);
    else if (body !== undefined) sent.write(body);
    sent.end();
  });
}
