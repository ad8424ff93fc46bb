import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { close, listen } from './control/listen.ts';

export interface Received {
  readonly body: string;
  readonly signature: string;
}

export interface WebhookReceiver {
  readonly url: string;
  /** All received webhooks, and the statuses to return before 200. */
  readonly received: Received[];
  readonly responses: number[];
  close(): Promise<void>;
}

/** A webhook endpoint for tests. @param header the header with the provider's signature */
export async function openWebhookReceiver(header: string): Promise<WebhookReceiver> {
  const received: Received[] = [];
  const responses: number[] = [];
  const server = createServer(async (req, res) => {
    received.push({ body: await text(req), signature: String(req.headers[header]) });
    res.writeHead(responses.shift() ?? 200).end();
  });
  const port = await listen(server, 0, '127.0.0.1');
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    responses,
    close() {
      const closed = close(server);
      server.closeAllConnections();
      return closed;
    },
  };
}
