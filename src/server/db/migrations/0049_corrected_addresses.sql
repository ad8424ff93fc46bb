-- A corrected address gets a new code; its holder still has the seat.
ALTER TABLE qr_codes DROP CONSTRAINT qr_codes_replaced_because_check;
ALTER TABLE qr_codes ADD CONSTRAINT qr_codes_replaced_because_check
  CHECK (replaced_because IN ('another_person', 'address_corrected', 'given_away', 'returned'));
