/** A form body or query in Stripe's bracket notation, as a tree: `a[0][b]=c` is `{ a: { 0: { b: 'c' } } }`. */
export interface Form {
  [key: string]: string | Form;
}

export function parseForm(text: string): Form {
  const root: Form = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter(Boolean);
    const last = path.pop() ?? '';
    const parent = path.reduce((node, key) => {
      node[key] ??= {};
      return node[key] as Form;
    }, root);
    parent[last] = value;
  }
  return root;
}
