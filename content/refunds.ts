import type { RefundRule } from '#domain/refund.ts';

/**
 * What buyers get back for canceled seats. Steps from early to late: the percentage until the end of a day; after the
 * last step, nothing. `packages` sets the value of a package's canceled seat: `keep_price`, its share of the price;
 * `reprice`, the difference between the package's price and that of the remaining seats.
 */
export const refunds: RefundRule = {
  steps: [
    { until: '2025-09-05', percent: 100 },
    { until: '2025-09-12', percent: 50 },
  ],
  packages: 'keep_price',
};
