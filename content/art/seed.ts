/** A deterministic stream of numbers in [0, 1) for a text. */
export function seededNumbers(seed: string): () => number {
  let state = 2166136261;
  for (const letter of seed) state = Math.imul(state ^ letter.codePointAt(0)!, 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Cycles through the items endlessly in a seeded order, so that neighbors differ. */
export function takeTurns<Item>(seed: string, items: readonly Item[]): () => Item {
  const next = seededNumbers(seed);
  const order = [...items];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(next() * (last + 1));
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  let turn = 0;
  return () => order[turn++ % order.length]!;
}
