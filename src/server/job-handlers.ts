import { DAY, HOUR } from '#domain/durations.ts';
import { refreshCatalog } from './catalog/mirror.ts';
import { type Dependencies, jobContext } from './context.ts';
import { refreshCoupons } from './coupons/stripe-coupons.ts';
import { pruneChanges } from './door/prune-changes.ts';
import { purgeLimits } from './http/limits.ts';
import { purgeSessions } from './http/sessions.ts';
import type { JobHandlers } from './jobs/queue.ts';
import { queueWaitingTickets } from './orders/mails/queue-ticket-mails.ts';
import { sendMail } from './orders/mails/send-mail.ts';
import { watchPayments } from './payments/cases/watch-payments.ts';
import { readFees } from './payments/read-fees.ts';
import { reconcilePayments } from './payments/reconcile.ts';
import { sweepPayments } from './payments/sweep.ts';
import { applyRetention } from './privacy/apply-retention.ts';
import { remindTeams } from './team/remind-teams.ts';
import { updatePasses } from './wallet/update-passes.ts';

const TWO_HOURS = 2 * HOUR;
const WEEK = 7 * DAY;

/** The one list of what runs without a visitor. */
export function jobHandlers(dependencies: Dependencies): JobHandlers {
  return {
    'send-mail': ({ mailId }, jobTry) => sendMail(jobContext(dependencies, 'send-mail'), mailId, jobTry),
    'reconcile-payments': async () => {
      const ctx = jobContext(dependencies, 'reconcile-payments');
      // Side by side: one that fails, or waits for a provider, doesn't hold up the others.
      const parts = [watchPayments(ctx), queueWaitingTickets(ctx.db, ctx), reconcilePayments(ctx)];
      const [failure, ...others] = (await Promise.allSettled(parts)).flatMap((part) =>
        part.status === 'rejected' ? [part.reason] : [],
      );
      for (const err of others) ctx.log.error({ err }, 'another part of the job failed, too');
      if (failure) throw failure;
    },
    'sweep-payments': async () => {
      const ctx = jobContext(dependencies, 'sweep-payments');
      await sweepPayments(ctx);
      await readFees(ctx, WEEK);
    },
    'read-fees': () => readFees(jobContext(dependencies, 'read-fees'), TWO_HOURS),
    'refresh-catalog': async () => {
      const ctx = jobContext(dependencies, 'refresh-catalog');
      await refreshCatalog(ctx);
      await refreshCoupons(ctx);
    },
    'purge-expired': async () => {
      const { db, protocolNow } = dependencies;
      await purgeSessions(db, protocolNow());
      await purgeLimits(db, protocolNow());
      await pruneChanges(db);
    },
    'remind-teams': () => remindTeams(jobContext(dependencies, 'remind-teams')),
    'update-passes': () => updatePasses(jobContext(dependencies, 'update-passes')),
    'apply-retention': async () => {
      await applyRetention(jobContext(dependencies, 'apply-retention'));
    },
  };
}
