import type Stripe from 'stripe';
import { Refusal } from '../refusal.ts';

/** Stripe's error, without request details. */
interface StripeError {
  readonly type: Stripe.RawErrorType;
  readonly message: string;
  readonly code?: string;
  readonly param?: string;
}

export function refuse(status: 400 | 401 | 403 | 404 | 409 | 429 | 500, error: StripeError): Refusal {
  return new Refusal(status, { error }, error.message);
}

export function invalid(message: string, code?: string, param?: string): Refusal {
  return refuse(400, { type: 'invalid_request_error', message, code, param });
}

/** @param noun as Stripe writes it, e.g. `checkout.session` */
export function noSuch(noun: string, id: string, param = 'id'): Refusal {
  const message = `No such ${noun}: '${id}'`;
  return refuse(404, { type: 'invalid_request_error', message, code: 'resource_missing', param });
}
