import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

/** Resolves to the port, a free one for 0; rejects with a sentence when the port is taken. */
export async function listen(server: Server, port: number, host: string): Promise<number> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    if (!isTaken(error)) throw error;
    const advice = `Port ${port} on ${host} is taken: choose another or end what listens there.`;
    throw new Error(advice, { cause: error });
  }
  return (server.address() as AddressInfo).port;
}

/** Resolves when the port is free and every connection has ended. */
export function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
