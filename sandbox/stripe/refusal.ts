import type Stripe from 'stripe';

/** The body of Stripe's error envelope, without request details. */
interface ErrorBody {
  readonly type: Stripe.RawErrorType;
  readonly message: string;
  readonly code?: string;
  readonly param?: string;
}

/** An error in Stripe's words: HTTP status and body. */
export class Refusal extends Error {
  readonly status: 400 | 401 | 403 | 404 | 409 | 500;
  readonly body: ErrorBody;

  constructor(status: Refusal['status'], body: ErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

export function invalid(message: string, code?: string, param?: string): Refusal {
  return new Refusal(400, { type: 'invalid_request_error', message, code, param });
}

/** @param noun as Stripe writes it, e.g. `checkout.session` */
export function noSuch(noun: string, id: string, param = 'id'): Refusal {
  const body = { message: `No such ${noun}: '${id}'`, code: 'resource_missing', param } as const;
  return new Refusal(404, { type: 'invalid_request_error', ...body });
}
