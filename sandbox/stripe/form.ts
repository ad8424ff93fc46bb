/** A form body or query in Stripe's bracket notation, as a tree: `a[0][b]=c` is `{ a: { '0': { b: 'c' } } }`. */
export type FormValue = string | FormTree;
export interface FormTree {
  readonly [key: string]: FormValue;
}

type Growing = Map<string, string | Growing>;

export function parseForm(text: string): FormTree {
  const root: Growing = new Map();
  for (const [name, value] of new URLSearchParams(text)) {
    const path = splitName(name);
    const last = path.pop() ?? '';
    const parent = path.reduce(step, root);
    // `a[]=x&a[]=y` is the other way to write a list.
    parent.set(last === '' ? String(parent.size) : last, value);
  }
  return toTree(root);
}

/** The same text for the same parameters, whatever their order on the wire. */
export function canonicalForm(tree: FormTree): string {
  const keys = Object.keys(tree).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalValue(tree[key] ?? '')}`).join()}}`;
}

function canonicalValue(value: FormValue): string {
  return typeof value === 'string' ? JSON.stringify(value) : canonicalForm(value);
}

function splitName(name: string): string[] {
  const [, head = name, rest = ''] = /^([^[]+)((?:\[[^\]]*\])*)$/.exec(name) ?? [];
  return [head, ...[...rest.matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? '')];
}

function step(at: Growing, key: string): Growing {
  const found = at.get(key);
  if (found instanceof Map) return found;
  const fresh: Growing = new Map();
  at.set(key, fresh);
  return fresh;
}

function toTree(node: Growing): FormTree {
  const entries = [...node].map(([key, value]): [string, FormValue] => [
    key,
    typeof value === 'string' ? value : toTree(value),
  ]);
  return Object.assign(Object.create(null), Object.fromEntries(entries));
}
