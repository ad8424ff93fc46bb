import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** Values are plain JSON and frozen by `put`: to change one, put a new value. `list` is in order of first put. */
export interface Collection<T> {
  get(id: string): T | undefined;
  put(id: string, value: T): void;
  delete(id: string): void;
  list(): T[];
}

export interface Store {
  collection<T>(name: string): Collection<T>;
  close(): void;
}

type Collections = Map<string, Map<string, unknown>>;

/**
 * Key/value collections in memory. With `file`, each change is one appended JSON line before `put` returns,
 * so a killed process loses nothing; opening replays and compacts the file. One process per file.
 */
export function openStore(options: { file?: string } = {}): Store {
  const { file } = options;
  const collections: Collections = file && existsSync(file) ? replay(file) : new Map();
  const log = file ? openLog(file, collections) : undefined;
  const append = (line: Line) => {
    if (log !== undefined) writeLine(log, line);
  };

  return {
    collection: <T>(name: string) => openCollection<T>(name, rows(collections, name), append),
    close() {
      if (log !== undefined) closeSync(log);
    },
  };
}

/** `v` absent means deleted. */
interface Line {
  readonly c: string;
  readonly k: string;
  readonly v?: unknown;
}

function openCollection<T>(
  name: string,
  values: Map<string, unknown>,
  append: (line: Line) => void,
): Collection<T> {
  return {
    get: (id) => values.get(id) as T | undefined,
    put(id, value) {
      append({ c: name, k: id, v: value });
      values.set(id, deepFreeze(value));
    },
    delete(id) {
      if (!values.has(id)) return;
      append({ c: name, k: id });
      values.delete(id);
    },
    list: () => [...values.values()] as T[],
  };
}

function replay(file: string): Collections {
  const collections: Collections = new Map();
  const lines = readFileSync(file, 'utf8').split('\n');
  // A complete line ends with a newline, so the last piece is empty, or torn by a kill in mid-write.
  lines.pop();
  for (const [at, text] of lines.entries()) {
    const line = parseLine(text, `${file}, line ${at + 1}`);
    if ('v' in line) rows(collections, line.c).set(line.k, deepFreeze(line.v));
    else rows(collections, line.c).delete(line.k);
  }
  return collections;
}

function parseLine(text: string, place: string): Line {
  try {
    return JSON.parse(text) as Line;
  } catch (cause) {
    throw new Error(`The store is corrupted: ${place}`, { cause });
  }
}

/** Writes the compacted state to a temporary file and renames it, so that there is always a complete file. */
function openLog(file: string, collections: Collections): number {
  mkdirSync(dirname(file), { recursive: true });
  const fresh = `${file}.new`;
  const log = openSync(fresh, 'w');
  for (const [c, values] of collections) {
    for (const [k, v] of values) writeLine(log, { c, k, v });
  }
  fsyncSync(log);
  renameSync(fresh, file);
  return log;
}

function writeLine(log: number, line: Line): void {
  const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
  for (let done = 0; done < bytes.length; ) done += writeSync(log, bytes, done);
}

function rows(collections: Collections, name: string): Map<string, unknown> {
  const found = collections.get(name) ?? new Map<string, unknown>();
  collections.set(name, found);
  return found;
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) deepFreeze(inner);
  }
  return value;
}
