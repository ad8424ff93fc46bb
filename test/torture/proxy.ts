import { connect, createServer, type Socket } from 'node:net';

/** What may happen to the bytes of one direction: passed on, held for so many milliseconds, or the line is cut. */
type Verdict = 'pass' | 'cut' | { readonly delay: number };

interface Line {
  /** Looks at each piece before it goes on; `up` is from the client to the server. */
  readonly inspect?: (piece: Buffer, direction: 'up' | 'down') => Verdict | Promise<Verdict>;
}

export interface TcpProxy {
  readonly port: number;
  /** Where new connections go, in turn. */
  setTargets(ports: readonly number[]): void;
  /** From now on; undefined passes all. */
  setLine(line: Line | undefined): void;
  /** Ends every connection that is open now. */
  cutAll(): void;
  /** While down, new connections are refused at once. */
  setDown(isDown: boolean): void;
  stop(): Promise<void>;
}

/** Stands between two parties on loopback; deals connections out to its targets in turn, and can hurt them. */
export async function startProxy(targets: readonly number[], port = 0): Promise<TcpProxy> {
  let [ports, line, isDown, turn]: [readonly number[], Line | undefined, boolean, number] = [
    targets,
    undefined,
    false,
    0,
  ];
  const open = new Set<Socket>();
  const keep = (socket: Socket) => {
    open.add(socket);
    socket.setNoDelay(true);
    socket.once('close', () => open.delete(socket));
    return socket;
  };
  const server = createServer((client) => {
    if (isDown || ports.length === 0) {
      client.resetAndDestroy();
      return;
    }
    turn += 1;
    join(keep(client), keep(connect(ports[turn % ports.length]!, '127.0.0.1')), () => line);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const cutAll = () => {
    for (const socket of open) socket.resetAndDestroy();
  };
  return {
    port: (server.address() as { port: number }).port,
    setTargets: (next) => {
      ports = next;
    },
    setLine: (next) => {
      line = next;
    },
    setDown: (next) => {
      isDown = next;
    },
    cutAll,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cutAll();
      }),
  };
}

function join(client: Socket, server: Socket, lineNow: () => Line | undefined): void {
  const cut = () => {
    client.resetAndDestroy();
    server.resetAndDestroy();
  };
  const pump = (from: Socket, to: Socket, direction: 'up' | 'down') => {
    // In order: a piece waits for the verdict on the one before it.
    let before = Promise.resolve();
    const pass = async (piece: Buffer, inspect: NonNullable<Line['inspect']>) => {
      const verdict = await inspect(piece, direction);
      if (verdict === 'cut') return cut();
      if (verdict !== 'pass') await new Promise((resolve) => setTimeout(resolve, verdict.delay));
      to.write(piece);
    };
    from.on('data', (piece) => {
      const inspect = lineNow()?.inspect;
      before = inspect
        ? before.then(() => pass(piece, inspect))
        : before.then(() => {
            if (!to.write(piece)) {
              from.pause();
              to.once('drain', () => from.resume());
            }
          });
    });
    from.on('end', () => void before.then(() => to.end()));
    from.on('error', cut);
  };
  pump(client, server, 'up');
  pump(server, client, 'down');
}
