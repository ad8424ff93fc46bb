-- The provider's fee for a payment, in cents; null until the provider reports it.
ALTER TABLE payment_ledger ADD COLUMN fee integer;
