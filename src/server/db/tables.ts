/**
 * The tables as queries see them; `migrations/` has what the database enforces. A test compares the two. Import them from
 * here: most queries join several subjects, and Drizzle wants the whole schema.
 */
export * from './tables/accounts.ts';
export * from './tables/catalog.ts';
export * from './tables/door.ts';
export * from './tables/mail.ts';
export * from './tables/orders.ts';
export * from './tables/payments.ts';
export * from './tables/people.ts';
export * from './tables/site.ts';
export * from './tables/speakers.ts';
export * from './tables/wallet.ts';
