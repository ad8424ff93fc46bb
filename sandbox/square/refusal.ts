import type { Square } from 'square';
import type { WirePayment } from './state.ts';

/** An error in Square's wire format. */
export interface WireError {
  readonly category: Square.ErrorCategory;
  readonly code: Square.ErrorCode;
  readonly detail?: string;
  readonly field?: string;
}

/** Square's error response. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: { readonly errors: readonly WireError[]; readonly payment?: WirePayment };
  constructor(status: number, error: WireError, payment?: WirePayment) {
    super(error.detail ?? error.code);
    this.status = status;
    this.body = { errors: [error], payment };
  }
}

export function invalid(code: Square.ErrorCode, detail: string, field?: string): Refusal {
  return new Refusal(400, { category: 'INVALID_REQUEST_ERROR', code, detail, field });
}

export function notFound(detail: string, field?: string): Refusal {
  return new Refusal(404, { category: 'INVALID_REQUEST_ERROR', code: 'NOT_FOUND', detail, field });
}

export function refundRefused(code: Square.ErrorCode, detail: string, field?: string): Refusal {
  return new Refusal(400, { category: 'REFUND_ERROR', code, detail, field });
}
