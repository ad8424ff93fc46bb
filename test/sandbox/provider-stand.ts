import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Env } from '#sandbox/answer-call.ts';
import { close, listen } from '#sandbox/control/listen.ts';
import type { Log } from '#sandbox/deliveries.ts';
import { openStore, type Store } from '#sandbox/store.ts';

interface Received {
  readonly body: string;
  readonly signature: string;
}

/** One provider's sandbox on a loopback port, with a webhook receiver, for tests. */
export interface ProviderStand<Sandbox> {
  readonly url: string;
  readonly hookUrl: string;
  readonly sandbox: Sandbox;
  /** All received webhooks, and the statuses to return before 200. */
  readonly received: Received[];
  readonly responses: number[];
  /** Moves protocol time. */
  pass(seconds: number): void;
  kill(): Promise<void>;
}

interface Parts {
  readonly store: Store;
  readonly baseUrl: string;
  readonly webhookUrl: string | null;
  readonly log: Log;
  readonly protocolNow: () => Date;
}

export interface StandOptions {
  readonly file?: string;
  readonly webhook?: boolean;
}

/** @param signatureHeader the header with the provider's signature */
export async function openProviderStand<
  Sandbox extends { readonly app: Hono<Env>; start(): void; stop(): Promise<void> },
>(
  signatureHeader: string,
  { file, webhook = true }: StandOptions,
  create: (parts: Parts) => Sandbox,
): Promise<ProviderStand<Sandbox>> {
  const store = openStore({ file });
  const received: Received[] = [];
  const responses: number[] = [];
  const hooks = createServer(async (request, response) => {
    received.push({ body: await text(request), signature: String(request.headers[signatureHeader]) });
    response.writeHead(responses.shift() ?? 200).end();
  });
  const http = createServer();
  const hookUrl = `http://127.0.0.1:${await listen(hooks)}/hook`;
  const url = `http://127.0.0.1:${await listen(http)}`;
  let shift = 0;
  const sandbox = create({
    store,
    baseUrl: url,
    webhookUrl: webhook ? hookUrl : null,
    log: () => {},
    protocolNow: () => new Date(Date.now() + shift),
  });
  http.on('request', getRequestListener(sandbox.app.fetch));
  sandbox.start();

  let killed: Promise<void> | undefined;
  return {
    url,
    hookUrl,
    sandbox,
    received,
    responses,
    pass: (seconds) => {
      shift += seconds * 1000;
    },
    kill() {
      killed ??= Promise.all([close(http), close(hooks), sandbox.stop()]).then(() => store.close());
      for (const server of [http, hooks]) server.closeAllConnections();
      return killed;
    },
  };
}
