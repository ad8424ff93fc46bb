/** The dashboard's desks, in order. `key` appears in the address: `/admin?tab=orders`. */
export const TABS = [
  { key: 'orders', label: 'Orders' },
  { key: 'registrations', label: 'Registrations' },
  { key: 'check-in', label: 'Check-In' },
  { key: 'newsletter', label: 'Newsletter' },
  { key: 'stripe-products', label: 'Stripe Products' },
  { key: 'stripe-coupons', label: 'Stripe Coupons' },
  { key: 'product-mappings', label: 'Product Mappings' },
  { key: 'email-templates', label: 'Email Templates' },
] as const;

type Tab = (typeof TABS)[number];
export type TabKey = Tab['key'];
/** All but check-in, which has its own screen. */
export type TableTab = Exclude<Tab, { key: 'check-in' }>;

/** An address without a tab, or with one that does not exist, shows the first. */
export function findTab(key: string | undefined): Tab {
  return TABS.find((tab) => tab.key === key) ?? TABS[0];
}

/** Ids that tie a tab to its panel. */
export const tabId = (key: TabKey) => `tab-${key}`;
export const panelId = (key: TabKey) => `panel-${key}`;

/** The tab that a key moves the focus to from tab `index`, by the ARIA tabs pattern; null for any other key. */
export function tabAfterKey(key: string, index: number): number | null {
  const last = TABS.length - 1;
  if (key === 'ArrowRight') return index === last ? 0 : index + 1;
  if (key === 'ArrowLeft') return index === 0 ? last : index - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? last : null;
}
