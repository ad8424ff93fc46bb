import { Agent, request } from 'node:http';

const TIMEOUT_MS = 30_000;

interface Asked {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface CallResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export interface Caller extends Disposable {
  /** One call to the next port in turn. Throws if there is no response. */
  call(path: string, asked?: Asked): Promise<CallResponse>;
  close(): void;
}

/** Calls over open connections, at a tenth of `fetch`'s cost, so the load comes from the site. */
export function openCaller(
  ports: readonly number[],
  { keepAlive = true }: { keepAlive?: boolean } = {},
): Caller {
  const agent = new Agent({ keepAlive, maxSockets: 256, scheduling: 'fifo' });
  let turn = 0;
  return {
    call(path, { method = 'GET', headers, body } = {}) {
      turn += 1;
      const port = ports[turn % ports.length]!;
      const send = (resolve: (response: CallResponse) => void, reject: (error: unknown) => void) => {
        const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
        const options = { host: '127.0.0.1', port, path, method, agent, headers: { ...headers, ...length } };
        const asked = request(options, (response) => {
          const pieces: Buffer[] = [];
          response.on('data', (piece: Buffer) => pieces.push(piece));
          response.on('error', reject);
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: Buffer.concat(pieces).toString(),
            }),
          );
        });
        asked.setTimeout(TIMEOUT_MS, () => asked.destroy(new Error(`no response after ${TIMEOUT_MS} ms`)));
        asked.on('error', (error: NodeJS.ErrnoException) => {
          // The server closed the idle connection just now and read nothing.
          if (asked.reusedSocket && error.code === 'ECONNRESET') send(resolve, reject);
          else reject(error);
        });
        asked.end(body);
      };
      return new Promise(send);
    },
    close: () => agent.destroy(),
    [Symbol.dispose]: () => agent.destroy(),
  };
}
