import { connect, createServer, type Socket } from 'node:net';

/**
 * What can happen to the bytes of one direction: pass, be held for some milliseconds, be replaced, or cut the
 * connection.
 */
type Verdict = 'pass' | 'cut' | { readonly delay: number } | { readonly instead: Buffer };

interface Line {
  /** Inspects each chunk before it passes; `up` is from client to server. Both directions share `connection`. */
  readonly inspect?: (
    piece: Buffer,
    direction: 'up' | 'down',
    connection: object,
  ) => Verdict | Promise<Verdict>;
}

/** A port on loopback, or the path of a Unix socket. */
type Target = number | string;

export interface TcpProxy extends AsyncDisposable {
  readonly port: number;
  /** Targets of new connections, in turn. */
  setTargets(targets: readonly Target[]): void;
  /** Applies from now on; undefined passes everything. */
  setLine(line: Line | undefined): void;
  /** Cuts every open connection. */
  cutAll(): void;
  /** While down, new connections are refused. */
  setDown(isDown: boolean): void;
}

/** A proxy on loopback that spreads connections over its targets and can disturb them. */
export async function startProxy(targets: readonly Target[]): Promise<TcpProxy> {
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
  /** The next target that accepts the connection. */
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
    server.listen(0, '127.0.0.1', resolve);
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
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cutAll();
      }),
  };
}

/** Null if nobody listens there. */
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
    // In order: a chunk waits for the verdict on the one before.
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

/** Unix sockets have no reset. */
function reset(socket: Socket): void {
  if (socket.remoteFamily === undefined) socket.destroy();
  else socket.resetAndDestroy();
}
