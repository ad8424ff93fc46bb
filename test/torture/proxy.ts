import { connect, createServer, type Socket } from 'node:net';

/** What may happen to the bytes of one direction: passed on, held for so many milliseconds, exchanged, or the line is cut. */
type Verdict = 'pass' | 'cut' | { readonly delay: number } | { readonly instead: Buffer };

interface Line {
  /** Looks at each piece before it goes on; `up` is from the client to the server. Both ends share `connection`. */
  readonly inspect?: (
    piece: Buffer,
    direction: 'up' | 'down',
    connection: object,
  ) => Verdict | Promise<Verdict>;
}

/** A port on loopback, or the path of a Unix socket. */
type Target = number | string;

export interface TcpProxy {
  readonly port: number;
  /** Where new connections go, in turn. */
  setTargets(targets: readonly Target[]): void;
  /** From now on; undefined passes all. */
  setLine(line: Line | undefined): void;
  /** Ends every connection that is open now. */
  cutAll(): void;
  /** While down, new connections are refused at once. */
  setDown(isDown: boolean): void;
  stop(): Promise<void>;
}

/** Stands between two parties on loopback; deals connections out to its targets in turn, and can hurt them. */
export async function startProxy(targets: readonly Target[], port = 0): Promise<TcpProxy> {
  let [ports, line, isDown, turn]: [readonly Target[], Line | undefined, boolean, number] = [
    targets,
    undefined,
    false,
    0,
  ];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.once('close', () => sockets.delete(socket));
    return socket;
  };
  /** The next target that takes the connection. */
  const dial = async (): Promise<Socket | null> => {
    turn += 1;
    const inTurn = isDown ? [] : ports.map((_one, index) => ports[(turn + index) % ports.length]!);
    for (const target of inTurn) {
      const socket = await open(target);
      if (socket) return socket;
    }
    return null;
  };
  const server = createServer({ pauseOnConnect: true }, async (client) => {
    keep(client).on('error', () => client.destroy());
    const upstream = await dial();
    if (!upstream || client.destroyed) {
      reset(client);
      upstream?.destroy();
      return;
    }
    join(client, keep(upstream), () => line);
    client.resume();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const cutAll = () => {
    for (const socket of sockets) reset(socket);
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

/** Null when nobody listens there. */
function open(target: Target): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = typeof target === 'number' ? connect(target, '127.0.0.1') : connect(target);
    socket.once('error', () => resolve(null));
    socket.once('connect', () => resolve(socket));
  });
}

function join(client: Socket, server: Socket, lineNow: () => Line | undefined): void {
  const cut = () => {
    reset(client);
    reset(server);
  };
  const pump = (from: Socket, to: Socket, direction: 'up' | 'down') => {
    // In order: a piece waits for the verdict on the one before it.
    let before = Promise.resolve();
    const pass = async (piece: Buffer, inspect: NonNullable<Line['inspect']>) => {
      const verdict = await inspect(piece, direction, client);
      if (verdict === 'cut') return cut();
      if (typeof verdict === 'object' && 'delay' in verdict)
        await new Promise((resolve) => setTimeout(resolve, verdict.delay));
      to.write(typeof verdict === 'object' && 'instead' in verdict ? verdict.instead : piece);
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

/** A Unix socket knows no reset. */
function reset(socket: Socket): void {
  if (socket.remoteFamily === undefined) socket.destroy();
  else socket.resetAndDestroy();
}
