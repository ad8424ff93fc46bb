import type { Core } from './core.ts';
import { endSlowly } from './payments.ts';

/** Payments that a fault made slow, and whose time has come. */
export function endDueSlowPayments(core: Core): void {
  const { slowPayments, sessions, seconds } = core.state;
  for (const payment of slowPayments.list()) {
    if (payment.at > seconds()) continue;
    slowPayments.delete(payment.sessionId);
    const session = sessions.get(payment.sessionId);
    if (session) endSlowly(core, session, payment);
  }
}
