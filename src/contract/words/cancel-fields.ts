// Our own page fills these in.
export const refundId = 'Expected the id of a cancellation';
export const amount = 'Expected an amount in cents';
