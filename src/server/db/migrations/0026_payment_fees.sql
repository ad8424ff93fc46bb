-- What the provider kept of a payment, in cents; null while it has not said.
ALTER TABLE payment_ledger ADD COLUMN fee integer;
