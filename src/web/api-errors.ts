import { ApiError } from './api.ts';

/** The server asks whether this is a duplicate or a second person with the same name. */
export function asksForSecond(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'same_person';
}

/** Whether nobody knows if the server did it: only a refusal says that it didn't. */
export function isUnconfirmed(error: unknown): boolean {
  return error instanceof ApiError && (error.status < 400 || error.status >= 500);
}

/** The server's own sentence about the error, or `otherwise`. */
export function ownSentenceOf(error: unknown, otherwise: string): string {
  return (error instanceof ApiError && error.ownSentence) || otherwise;
}
