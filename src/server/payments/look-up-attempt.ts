import { HOUR } from '#domain/durations.ts';
import type { Context } from '../context.ts';
import type { AttemptRow } from '../db/tables.ts';
import { gatewayOf, type PaymentSnapshot } from './gateways/gateway.ts';
import { beginVoiding, endVoiding } from './void-attempt.ts';

/**
 * An attempt's current state at the provider, even if our call's response was lost; null if the provider doesn't know
 * it.
 */
export async function lookUpAttempt(ctx: Context, attempt: AttemptRow): Promise<PaymentSnapshot | null> {
  const gateway = gatewayOf(ctx, attempt.provider);
  if (attempt.ref) return gateway.fetch(attempt.ref);
  return isUntried(ctx, attempt) ? null : gateway.findByAttempt(attempt.id, openedAt(attempt));
}

/** Ends an attempt at the provider. Returns its final state, or null if nothing can be paid. */
export async function closeAttempt(ctx: Context, attempt: AttemptRow): Promise<PaymentSnapshot | null> {
  if (isUntried(ctx, attempt)) return null;
  const present = await lookUpAttempt(ctx, attempt);
  if (present && present.state !== 'open') return present;
  const gateway = gatewayOf(ctx, attempt.provider);
  const { id: attemptId } = attempt;
  const ref = present?.ref ?? attempt.ref;
  const since = openedAt(attempt);
  if (ref || gateway.flow === 'redirect') return gateway.close({ attemptId, ref, since });

  const now = await beginVoiding(ctx, attempt);
  if (now?.state !== 'unknown') return now?.ref ? gateway.fetch(now.ref) : null;
  const final = await gateway.close({ attemptId, ref, since });
  if (final?.state === 'paid' || final?.state === 'processing') await endVoiding(ctx, attempt);
  return final;
}

/** Whether a card was submitted less than a minute ago and its result hasn't been looked up since. */
export function isBeingAsked(ctx: Context, attempt: AttemptRow): boolean {
  const { state, checks, nextCheckAt } = attempt;
  const isWaiting = state === 'unknown' && checks === 0 && nextCheckAt !== null;
  return isWaiting && nextCheckAt > ctx.protocolNow();
}

/** A card form that hasn't been submitted, so the provider doesn't know it. */
function isUntried(ctx: Context, attempt: AttemptRow): boolean {
  return attempt.state === 'new' && gatewayOf(ctx, attempt.provider).flow === 'token';
}

/** The provider uses real time; an attempt was opened at most this long before it ends. */
function openedAt(attempt: AttemptRow): Date {
  return new Date(attempt.expiresAt.getTime() - HOUR);
}
