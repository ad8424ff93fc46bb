-- Uses above the limit: the order was placed within it, its hold ended, and the money arrived after somebody else had
-- taken the use. They are counted, but no new hold is granted; the check still refuses anything else above the limit.
ALTER TABLE coupons ADD COLUMN late_count integer NOT NULL DEFAULT 0 CHECK (late_count BETWEEN 0 AND usage_count);
ALTER TABLE coupons DROP CONSTRAINT coupons_limit_holds;
ALTER TABLE coupons ADD CONSTRAINT coupons_limit_holds
  CHECK (usage_limit IS NULL OR usage_count - late_count + held_count <= usage_limit);
