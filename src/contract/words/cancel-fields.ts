// Our own page fills in these fields.
export const refundId = 'Expected the id of a cancellation';
export const amount = 'Expected an amount in cents';
