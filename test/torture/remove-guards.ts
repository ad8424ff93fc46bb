import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { type Guard, PRODUCT, type Removal, readGuarded } from './without-guard.ts';

// Preloaded by `node --import`, which threads inherit, so their modules lose the guards too.

const { guards, calls }: Removal = JSON.parse(new URL(import.meta.url).searchParams.get('removal')!);
const changed = new Map<string, string>();
for (const [place, guard] of guards.entries()) {
  const url = new URL(guard.file, PRODUCT).href;
  changed.set(url, withoutGuard(guard, changed.get(url), join(calls, String(place))));
}
registerHooks({
  load(url, context, nextLoad) {
    const source = changed.get(url);
    return source === undefined
      ? nextLoad(url, context)
      : { format: 'module-typescript', source, shortCircuit: true };
  },
});

/** Renames the product's function and declares the replacement under its name, for all callers. */
function withoutGuard(guard: Guard, changedBefore: string | undefined, mark: string): string {
  const { name, replacement } = guard;
  const { source, declaration } = readGuarded(guard, changedBefore);
  const [whole, exported = '', keywords] = declaration;
  const renamed = `${source.slice(0, declaration.index)}${keywords}${name}Guarded`;
  return `${renamed}${source.slice(declaration.index + whole.length)}
${exported}function ${name}(...given) {
  process.getBuiltinModule('node:fs').writeFileSync(${JSON.stringify(mark)}, '');
  return (${replacement})(${name}Guarded)(...given);
}
`;
}
