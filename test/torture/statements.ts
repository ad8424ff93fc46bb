/** Parses what a client sends to PostgreSQL into the text of each executed statement, prepared ones included. */
export function createStatementReader(): (piece: Buffer, connection: object) => string[] {
  const connections = new WeakMap<object, Connection>();
  return (piece, connection) => {
    const known = connections.get(connection) ?? {
      rest: Buffer.alloc(0),
      started: false,
      prepared: new Map(),
    };
    connections.set(connection, known);
    known.rest = Buffer.concat([known.rest, piece]);
    return [...readMessages(known)].flatMap((message) => statementOf(message, known.prepared) ?? []);
  };
}

interface Connection {
  /** The start of an incomplete message. */
  rest: Buffer;
  started: boolean;
  readonly prepared: Map<string, string>;
}

interface Message {
  readonly type: string;
  readonly body: Buffer;
}

function* readMessages(connection: Connection): Generator<Message> {
  for (;;) {
    // A connection's first message has no type.
    const head = connection.started ? 1 : 0;
    const { rest } = connection;
    if (rest.length < head + 4) return;
    const end = head + rest.readUInt32BE(head);
    if (rest.length < end) return;
    connection.rest = rest.subarray(end);
    if (connection.started) yield { type: String.fromCharCode(rest[0]!), body: rest.subarray(head + 4, end) };
    connection.started = true;
  }
}

/** Q is a plain statement; P prepares one under a name; B binds the one of that name. */
function statementOf({ type, body }: Message, prepared: Map<string, string>): string | null {
  const words = () => body.toString('latin1').split('\0', 2) as [string, string];
  if (type === 'Q') return words()[0];
  if (type === 'P') prepared.set(...words());
  // The portal's name, then the statement's.
  return type === 'B' ? (prepared.get(words()[1]) ?? null) : null;
}
