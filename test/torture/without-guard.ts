import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// biome-ignore lint/suspicious/noExplicitAny: it stands for every function
type AnyFunction = (...given: any[]) => unknown;

/** A function of the product, and its replacement in a control. */
export interface Guard {
  /** Below `src`, such as `server/http/origin-check.ts`. */
  readonly file: string;
  /** The name of a top-level function of the file, exported or not. */
  readonly name: string;
  /** Source of a function that takes the product's function and returns the replacement. */
  readonly replacement: string;
}

export const PRODUCT = new URL('../../src/', import.meta.url);

/**
 * `replacement` runs in the site's processes and threads, so it cannot use its own file; it may `await import()` what
 * it needs. Throws if the product has no such function, so that no control removes nothing.
 */
export function replace<Guarded extends AnyFunction>(
  file: string,
  name: string,
  replacement: (guarded: Guarded) => (...given: Parameters<Guarded>) => ReturnType<Guarded>,
): Guard {
  const guard = { file, name, replacement: replacement.toString() };
  readGuarded(guard);
  return guard;
}

/** The file's source and the declaration's start: `export` or nothing, then `async function` or `function`. */
export function readGuarded({ file, name }: Guard, source = readFileSync(new URL(file, PRODUCT), 'utf8')) {
  const found = [...source.matchAll(new RegExp(`^(export )?((?:async )?function )${name}(?=[(<])`, 'gm'))];
  if (found.length !== 1) throw new Error(`${file} does not declare one function ${name}`);
  return { source, declaration: found[0]! };
}

export interface Removal {
  readonly guards: readonly Guard[];
  /** Receives an empty file for each replacement that was called, named by its index. */
  readonly calls: string;
}

let removals: Removal[] = [];

/** Node options that make a process and its threads load the product without these guards. */
export function optionsWithout(guards: readonly Guard[]): string[] {
  if (guards.length === 0) return [];
  const removal = { guards, calls: mkdtempSync(join(tmpdir(), 'summit-guards-')) };
  removals.push(removal);
  const loader = new URL('./remove-guards.ts', import.meta.url);
  loader.searchParams.set('removal', JSON.stringify(removal));
  return ['--import', loader.href];
}

/** The guards removed since the last call that nothing reached meanwhile. A control that has any proves nothing. */
export function takeIdleGuards(): string[] {
  const idle = removals.flatMap(({ guards, calls }) =>
    guards
      .filter((_, place) => !existsSync(join(calls, String(place))))
      .map(({ file, name }) => `${name} in ${file}`),
  );
  for (const { calls } of removals) rmSync(calls, { recursive: true });
  removals = [];
  return idle;
}
