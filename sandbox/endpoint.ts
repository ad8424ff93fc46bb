import type * as z from 'zod';

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** Checks the parameters; what it returns does the work, synchronously and therefore atomically. */
  readonly prepare: (given: unknown) => (id: string) => object;
}

type ReadParams = <S extends z.ZodType>(params: S, given: unknown) => z.output<S>;

/** Makes a provider's endpoints. `readParams` refuses wrong parameters in the provider's words. */
export function endpointsOf(readParams: ReadParams) {
  return <S extends z.ZodType>(
    method: Endpoint['method'],
    path: string,
    params: S,
    run: (params: z.output<S>, id: string) => object,
  ): Endpoint => ({
    method,
    path,
    prepare(given) {
      const read = readParams(params, given);
      return (id) => run(read, id);
    },
  });
}
