import type { RefundRule } from '#domain/refund.ts';

/**
 * What buyers are refunded for canceled seats. Each step gives a percentage until its day ends in the event's time zone;
 * the earliest comes first, and after the last there is no refund. The days are dates, not a number of days before the
 * event: set them again for each event. `seatValue` sets what a canceled seat of a package is worth: `keep_price`, its
 * share of the amount charged; `reprice`, that amount minus the price of the remaining seats, at most the share. Where a
 * larger package costs less per seat, only `reprice` is accepted: with the other, anybody could buy ten seats and cancel
 * nine to get one below its price.
 */
export const refunds: RefundRule = {
  steps: [
    { until: '2025-09-05', percent: 100 },
    { until: '2025-09-12', percent: 50 },
  ],
  seatValue: 'reprice',
};
