-- Orders that ended unpaid kept `needed`, so the desk's filter listed them (R-ATTENDEE-2).
UPDATE orders SET attendee_data_status = 'complete'
  WHERE payment_status IN ('expired', 'cancelled', 'failed') AND attendee_data_status <> 'complete';
