-- New coupons store no maximum instead of 0. One with 0 took nothing off, but was still used up.
UPDATE coupons SET max_discount = NULL WHERE max_discount = 0;
