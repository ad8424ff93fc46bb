-- An order stored its payment's id only if that payment completed it; without the id, the desk shows no payment.
UPDATE orders SET square_payment_id = (SELECT money_ref FROM payment_ledger
    WHERE order_id = orders.id AND kind = 'capture' ORDER BY id LIMIT 1)
  WHERE square_payment_id IS NULL AND id IN (SELECT order_id FROM payment_ledger WHERE kind = 'capture');
