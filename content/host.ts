/** The seller's address on receipts. The name is in `content/event.ts`. */
export const host: {
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
  readonly country: string;
  /** As printed, with its kind; null if there is none. */
  readonly taxNumber: string | null;
  readonly receipt: {
    readonly title: string;
    /** Below the amounts. */
    readonly note: string;
  };
} = {
  street: '100 Sample Street',
  city: 'Denver',
  state: 'CO',
  postalCode: '80202',
  country: 'US',
  taxNumber: 'EIN 00-0000000',
  receipt: {
    title: 'Receipt',
    note: 'Thank you for registering and for supporting our work. Keep this receipt for your records.',
  },
};
