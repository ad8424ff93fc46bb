/** A provider's response to a call, before it is JSON. */
export interface ApiResponse {
  readonly status: number;
  readonly body: object;
}

/** An error in a provider's words. */
export class Refusal extends Error implements ApiResponse {
  readonly status: number;
  readonly body: object;

  constructor(status: number, body: object, message: string) {
    super(message);
    this.status = status;
    this.body = body;
  }
}

export function attempt(work: () => object): ApiResponse {
  try {
    return { status: 200, body: work() };
  } catch (error) {
    return refused(error);
  }
}

/** The response to a refused call. Other errors are passed on. */
export function refused(error: unknown): ApiResponse {
  if (!(error instanceof Refusal)) throw error;
  return { status: error.status, body: error.body };
}
