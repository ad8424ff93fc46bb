import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

/** One guard of the product, and the same lines without it. */
export interface Guard {
  /** Below `src/server`. */
  readonly file: string;
  readonly guarded: string;
  readonly unguarded: string;
}

/** From now on this process loads the product without that guard. Throws where the lines are not as they were. */
export function removeGuards(guards: readonly Guard[]): void {
  const server = new URL('../../src/server/', import.meta.url);
  const changed = new Map<string, string>();
  for (const { file, guarded, unguarded } of guards) {
    const url = new URL(file, server).href;
    const source = changed.get(url) ?? readFileSync(fileURLToPath(url), 'utf8');
    if (source.split(guarded).length !== 2)
      throw new Error(`${file} does not have these lines once:\n${guarded}`);
    changed.set(
      url,
      source.replace(guarded, () => unguarded),
    );
  }
  registerHooks({
    load(url, context, nextLoad) {
      const source = changed.get(url);
      return source === undefined
        ? nextLoad(url, context)
        : { format: 'module-typescript', source, shortCircuit: true };
    },
  });
}
