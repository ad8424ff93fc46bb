/** The seller's address on receipts. The name is in `content/event.ts`. */
export const host = {
  street: '100 Sample Street',
  city: 'Denver',
  state: 'CO',
  postalCode: '80202',
  country: 'US',
  /** As printed, with its kind; null if there is none. */
  taxNumber: 'EIN 00-0000000',
  receipt: {
    title: 'Receipt',
    /** Below the amounts. */
    note: 'Thank you for registering and for supporting our work. Keep this receipt for your records.',
  },
};
