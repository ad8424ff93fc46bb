// Messages of fields without one of their own, which only a program gets to see.

export const required = 'Required';
export const unfit = 'Invalid input';
export const expected = (what: string, given: string) => `Expected ${what}, received ${given}`;
export const oneOf = (values: readonly unknown[]) => `Expected ${values.join(' or ')}`;
export const atLeast = (least: number | bigint) => `Expected at least ${least}`;
export const atMost = (most: number | bigint) => `Expected at most ${most}`;
