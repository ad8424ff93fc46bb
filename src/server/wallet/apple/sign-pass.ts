import { Worker } from 'node:worker_threads';
import type { PKPass } from 'passkit-generator';

interface Waiting {
  readonly resolve: (file: Buffer) => void;
  readonly reject: (error: Error) => void;
}

/** The running thread, and the callers waiting for signatures. */
let thread: Worker | null = null;
const waiting = new Map<number, Waiting>();
let tasks = 0;

/**
 * Signs a pass in a separate thread: the library computes the signature in JavaScript, which would block purchases for
 * some 50 ms. Sites without passes never load it.
 */
export function signPass(unsigned: UnsignedPass): Promise<Buffer> {
  thread ??= openThread();
  const worker = thread;
  tasks += 1;
  const task: SigningTask = { id: tasks, unsigned };
  return new Promise((resolve, reject) => {
    waiting.set(task.id, { resolve, reject });
    worker.ref();
    worker.postMessage(task);
  });
}

function openThread(): Worker {
  // The thread doesn't need the site's environment, which holds its secrets.
  const worker = new Worker(new URL('./pass-thread.ts', import.meta.url), { env: {} });
  worker.on('message', (response: SigningResponse) => {
    const one = waiting.get(response.id);
    waiting.delete(response.id);
    // Doesn't keep an otherwise idle process alive.
    if (waiting.size === 0) worker.unref();
    if ('file' in response) one?.resolve(Buffer.from(response.file));
    else one?.reject(new Error(`The pass cannot be signed: ${response.problem}`));
  });
  worker.on('error', (cause) => {
    if (thread === worker) thread = null;
    for (const { reject } of waiting.values())
      reject(new Error('The thread that signs passes ended unexpectedly.', { cause }));
    waiting.clear();
  });
  return worker;
}

type PassProps = NonNullable<ConstructorParameters<typeof PKPass>[2]>;
export type PassField = PKPass['backFields'][number];
/** Named after the areas of a pass in Apple's format. */
type PassFields = Readonly<
  Record<
    'headerFields' | 'primaryFields' | 'secondaryFields' | 'auxiliaryFields' | 'backFields',
    readonly PassField[]
  >
>;

/** Everything in a pass except its manifest and signature. */
export interface UnsignedPass {
  readonly images: Readonly<Record<string, Uint8Array>>;
  /** PEM. */
  readonly certificates: { readonly signerCert: string; readonly signerKey: string; readonly wwdr: string };
  readonly props: PassProps;
  readonly fields: PassFields;
  /** The QR code, and the text below it. */
  readonly barcode: { readonly message: string; readonly altText: string } | null;
  /** Earliest first. */
  readonly days: readonly { readonly startDate: Date; readonly endDate: Date }[];
}

export interface SigningTask {
  readonly id: number;
  readonly unsigned: UnsignedPass;
}
export type SigningResponse = { readonly id: number } & (
  | { readonly file: Uint8Array }
  | { readonly problem: string }
);
