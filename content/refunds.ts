import type { RefundRule } from '#domain/refund.ts';

/**
 * What buyers get back when they cancel seats. Steps from early to late: until the end of which day, how many percent;
 * after the last, nothing. `packages` says what a canceled seat of a package is worth: `keep_price` its share of the
 * price, `reprice` what the package costs more than the seats that remain.
 */
export const refunds: RefundRule = {
  steps: [
    { until: '2025-09-05', percent: 100 },
    { until: '2025-09-12', percent: 50 },
  ],
  packages: 'keep_price',
};
