-- An order without seats no longer counts as a use of its coupon. This releases the uses of existing such orders.
WITH gone AS (
  SELECT applied_coupon_code AS code, stripe_coupon_id, stripe_promotion_code_id, count(*)::integer AS uses
  FROM orders
  WHERE paid_at IS NOT NULL AND applied_coupon_code IS NOT NULL AND seats_returned >= team_member_count
  GROUP BY 1, 2, 3
), local AS (
  UPDATE coupons SET usage_count = greatest(usage_count - uses, 0), late_count = greatest(late_count - uses, 0)
  FROM gone WHERE gone.stripe_coupon_id IS NULL AND coupons.code = gone.code
), provider AS (
  UPDATE provider_coupons SET usage_count = greatest(usage_count - uses, 0)
  FROM (SELECT stripe_coupon_id, sum(uses)::integer AS uses FROM gone GROUP BY 1) AS of_coupon
  WHERE provider_coupons.id = of_coupon.stripe_coupon_id
)
UPDATE provider_promotion_codes SET usage_count = greatest(usage_count - uses, 0)
FROM (SELECT stripe_promotion_code_id, sum(uses)::integer AS uses FROM gone GROUP BY 1) AS of_code
WHERE provider_promotion_codes.id = of_code.stripe_promotion_code_id;
