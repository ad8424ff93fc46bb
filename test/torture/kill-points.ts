import type { LineName, Watcher } from './wiretap.ts';

/** What the process is doing when it is killed. */
type Scene = 'checkout' | 'payment' | 'admission' | 'refund';

/** The moment of the kill, recognized by what the process sends on one of its connections. */
export interface KillPoint {
  readonly name: string;
  readonly scene: Scene;
  readonly line: LineName;
  /** What this connection must have sent before, to recognize a COMMIT by its transaction. */
  readonly after?: string;
  readonly said: string;
  /** `before`: the message is not delivered. `after`: it is, but the process never hears back. */
  readonly when: 'before' | 'after';
  /** Only this part of the withheld response counts. */
  readonly response?: string;
}

const ATTEMPT = 'insert into "payment_attempts"';
const CAPTURE = 'insert into "payment_ledger"';
const CHECK_IN = 'INSERT INTO check_ins';
const COMMIT = 'commit';
/** Sent together with the insert of the attempt, so the insert's response comes first. */
const COMMIT_WITH = 'COMMIT AND CHAIN';
const OPEN_PAGE = 'POST /v1/checkout/sessions HTTP';
const REFUND = 'POST /v1/refunds HTTP';

export const killPoints: readonly KillPoint[] = [
  { name: 'attempt insert, before', scene: 'checkout', line: 'database', said: ATTEMPT, when: 'before' },
  {
    name: 'attempt commit, after',
    scene: 'checkout',
    line: 'database',
    said: COMMIT_WITH,
    when: 'after',
    response: 'COMMIT',
  },
  { name: 'provider create, before', scene: 'checkout', line: 'stripe', said: OPEN_PAGE, when: 'before' },
  { name: 'provider create, after', scene: 'checkout', line: 'stripe', said: OPEN_PAGE, when: 'after' },
  {
    name: 'provider response stored, before',
    scene: 'checkout',
    line: 'database',
    said: "IN ('new', 'unknown') THEN 'open'",
    when: 'before',
  },
  {
    name: 'settle commit, before',
    scene: 'payment',
    line: 'database',
    after: CAPTURE,
    said: COMMIT,
    when: 'before',
  },
  {
    name: 'settle commit, after',
    scene: 'payment',
    line: 'database',
    after: CAPTURE,
    said: COMMIT,
    when: 'after',
  },
  {
    name: 'mail job taken, after',
    scene: 'payment',
    line: 'database',
    said: 'SKIP LOCKED',
    when: 'after',
    response: 'mailId',
  },
  { name: 'mail handed over, before', scene: 'payment', line: 'mail', said: 'DATA\r\n', when: 'before' },
  {
    name: 'mail server said 250, after',
    scene: 'payment',
    line: 'mail',
    said: '\r\n.\r\n',
    when: 'after',
    response: 'Kept as number',
  },
  {
    name: 'check-in commit, before',
    scene: 'admission',
    line: 'database',
    after: CHECK_IN,
    said: COMMIT,
    when: 'before',
  },
  {
    name: 'check-in commit, after',
    scene: 'admission',
    line: 'database',
    after: CHECK_IN,
    said: COMMIT,
    when: 'after',
  },
  { name: 'refund call, before', scene: 'refund', line: 'stripe', said: REFUND, when: 'before' },
  { name: 'refund call, after', scene: 'refund', line: 'stripe', said: REFUND, when: 'after' },
];

/** Longer than any text it waits for. */
const TAIL = 200;

/** Calls `kill` once at this point; from then on all connections are dead. */
export function watchFor(point: KillPoint, kill: () => void): Watcher {
  const prepared = new WeakSet<object>();
  const awaiting = new WeakSet<object>();
  let isOver = false;
  const strike = () => {
    isOver = true;
    kill();
    return 'cut' as const;
  };
  const tails = { up: new WeakMap<object, string>(), down: new WeakMap<object, string>() };
  return ({ line, direction, connection, said }) => {
    if (isOver) return 'cut';
    if (line !== point.line) return 'pass';
    const before = tails[direction].get(connection) ?? '';
    tails[direction].set(connection, (before + said.join('')).slice(-TAIL));
    // The text may arrive in two pieces, but earlier bytes don't count.
    const says = (wanted: string) =>
      said.some((one, index) => (index === 0 ? before.slice(1 - wanted.length) + one : one).includes(wanted));
    if (direction === 'down') {
      if (!awaiting.has(connection)) return 'pass';
      return point.response === undefined || says(point.response) ? strike() : 'pass';
    }
    // A database responds before the next statement is sent; a mail server says 354 before it accepts the mail.
    if (line === 'database' && said.length > 0) awaiting.delete(connection);
    const isPrepared = point.after === undefined || prepared.has(connection);
    if (point.after !== undefined && says(point.after)) prepared.add(connection);
    if (!isPrepared || !says(point.said)) return 'pass';
    if (point.when === 'before') return strike();
    awaiting.add(connection);
    return 'pass';
  };
}
