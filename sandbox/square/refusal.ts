import type { Square } from 'square';
import { Refusal } from '../refusal.ts';
import type { WirePayment } from './state.ts';

/** An error in Square's wire format. */
export interface WireError {
  readonly category: Square.ErrorCategory;
  readonly code: Square.ErrorCode;
  readonly detail: string;
  readonly field?: string;
}

export function refuse(status: number, error: WireError, payment?: WirePayment): Refusal {
  return new Refusal(status, { errors: [error], payment }, error.detail);
}

export function invalid(code: Square.ErrorCode, detail: string, field?: string): Refusal {
  return refuse(400, { category: 'INVALID_REQUEST_ERROR', code, detail, field });
}

export function notFound(detail: string, field?: string): Refusal {
  return refuse(404, { category: 'INVALID_REQUEST_ERROR', code: 'NOT_FOUND', detail, field });
}

export function refundRefused(code: Square.ErrorCode, detail: string, field?: string): Refusal {
  return refuse(400, { category: 'REFUND_ERROR', code, detail, field });
}
