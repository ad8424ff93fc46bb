import { connect, createServer, type Socket } from 'node:net';
import { close, listen } from './control/listen.ts';

/** A second address of the site for the demo's door phones, which can be cut off. */
export interface PhoneLine {
  readonly url: string;
  isCut(): boolean;
  setCut(isCut: boolean): void;
  stop(): Promise<void>;
}

/** Forwards bytes to the site's port. While it is cut, every connection ends at once, as without a network. */
export async function openPhoneLine(sitePort: number, port: number): Promise<PhoneLine> {
  let isCut = false;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket, other: () => Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      sockets.delete(socket);
      other().destroy();
    });
  };
  const server = createServer((phone) => {
    if (isCut) return phone.destroy();
    const site = connect(sitePort, '127.0.0.1');
    keep(phone, () => site);
    keep(site, () => phone);
    phone.pipe(site).pipe(phone);
  });
  const dropAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  // Only the control page shows this address, so any other port will do.
  const bound = await listen(server, port).catch(() => listen(server));
  return {
    url: `http://127.0.0.1:${bound}`,
    isCut: () => isCut,
    setCut(wanted) {
      isCut = wanted;
      if (isCut) dropAll();
    },
    async stop() {
      dropAll();
      await close(server);
    },
  };
}
