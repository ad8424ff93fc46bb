import { type BillingValues, billingLabels, blankFields } from './billing-values.ts';
import type { CardField } from './use-card-field.ts';

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

/** Why the button can't pay yet; null if it can. */
export function whatIsMissing(values: BillingValues, card: CardField['status']): string | null {
  const blank = blankFields(values).map((field) => billingLabels[field]);
  if (blank.length > 0) return `Still needed: ${LIST.format(blank)}.`;
  if (card === 'loading') return 'The card field is still loading.';
  return card === 'failed' ? 'The card field could not be loaded.' : null;
}
