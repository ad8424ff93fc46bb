import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

const HOST = '127.0.0.1';

/** Resolves to the port on loopback, a free one by default; rejects with a sentence when the port is taken. */
export async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, HOST);
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    const advice = `Port ${port} on ${HOST} is taken: end what listens there, or set PORT or SANDBOX_PORT to a free one.`;
    throw new Error(advice, { cause: error });
  }
  return (server.address() as AddressInfo).port;
}

/** Resolves when the port is free and every connection has ended. */
export function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
