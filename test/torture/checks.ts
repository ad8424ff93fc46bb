import { abandonedHolds } from './abandoned-holds.ts';
import { atExpiry } from './at-expiry.ts';
import { backupUnderLoad } from './backup-under-load.ts';
import { byTests } from './by-tests.ts';
import type { Check } from './check.ts';
import { couponLimit } from './coupon-limit.ts';
import { databaseKilled } from './database-killed.ts';
import { databaseStopped } from './database-stopped.ts';
import { diskAndClock } from './disk-and-clock.ts';
import { doorRace } from './door-race.ts';
import { doorRate } from './door-rate.ts';
import { failover } from './failover.ts';
import { groupOrders } from './group-orders.ts';
import { histories } from './history.ts';
import { killedProcesses } from './killed-processes.ts';
import { latePayments } from './late-payments.ts';
import { lostResponses } from './lost-responses.ts';
import { mailDown } from './mail-down.ts';
import { migrations } from './migrations.ts';
import { moneyProperties } from './money-properties.ts';
import { moreThanItServes } from './more-than-it-serves.ts';
import { offlineDoors } from './offline-doors.ts';
import { onSale } from './on-sale.ts';
import { poolExhausted } from './pool-exhausted.ts';
import { seatsAtOnce } from './seats-at-once.ts';
import { badInput } from './security/bad-input.ts';
import { canaries } from './security/canaries.ts';
import { crossSite } from './security/cross-site.ts';
import { enumeration } from './security/enumeration.ts';
import { forgedTickets } from './security/forged-tickets.ts';
import { forgedWebhooks } from './security/forged-webhooks.ts';
import { limits } from './security/limits.ts';
import { massAssignment } from './security/mass-assignment.ts';
import { otherBuyers } from './security/other-buyers.ts';
import { paymentScripts } from './security/payment-scripts.ts';
import { scanners } from './security/scanners.ts';
import { slowAndLarge } from './security/slow-and-large.ts';
import { storedScripts } from './security/stored-scripts.ts';
import { lastSeat, sellOut } from './sell-out.ts';
import { shuffledEvents } from './shuffled-events.ts';
import { stoppedUnderLoad } from './stopped-under-load.ts';
import { timeEdges } from './time-edges.ts';
import { doubleReturn, noWebhook } from './without-webhooks.ts';

/** All checks, in running order. */
export const checks: readonly Check[] = [
  sellOut,
  lastSeat,
  groupOrders,
  abandonedHolds,
  atExpiry,
  histories,
  seatsAtOnce,
  doorRace,
  offlineDoors,
  couponLimit,
  shuffledEvents,
  doubleReturn,
  noWebhook,
  latePayments,
  lostResponses,
  moneyProperties,
  timeEdges,
  onSale,
  doorRate,
  killedProcesses,
  databaseStopped,
  databaseKilled,
  failover,
  poolExhausted,
  moreThanItServes,
  mailDown,
  stoppedUnderLoad,
  backupUnderLoad,
  migrations,
  diskAndClock,
  otherBuyers,
  forgedTickets,
  enumeration,
  massAssignment,
  paymentScripts,
  crossSite,
  limits,
  slowAndLarge,
  badInput,
  scanners,
  forgedWebhooks,
  canaries,
  storedScripts,
  ...byTests,
];
