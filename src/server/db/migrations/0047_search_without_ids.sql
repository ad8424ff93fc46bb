-- An order's search text has no transaction id anymore: its letters are random, and could spell a short name.
CREATE OR REPLACE FUNCTION order_search_form(the_order orders) RETURNS text LANGUAGE sql STABLE STRICT PARALLEL SAFE
RETURN person_search_form(the_order.organizer_first_name, the_order.organizer_last_name, the_order.organizer_email)
  || CASE WHEN the_order.paid_at IS NULL THEN (
       SELECT coalesce(string_agg(E'\n' || person_search_form(
         coalesce(one ->> 'firstName', ''), coalesce(one ->> 'lastName', ''), coalesce(one ->> 'email', '')), ''), '')
       FROM jsonb_array_elements(the_order.named_attendees) AS one) ELSE '' END;

UPDATE orders SET search_text = '' WHERE search_text <> order_search_form(orders);
