-- A pending refund takes free seats from its order, and returns them if it fails.
CREATE TRIGGER refunds_added AFTER INSERT ON refunds REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION stamp_orders_of();
CREATE TRIGGER refunds_changed AFTER UPDATE ON refunds FOR EACH ROW
  WHEN ((OLD.state, OLD.seats, OLD.registration_ids) IS DISTINCT FROM (NEW.state, NEW.seats, NEW.registration_ids))
  EXECUTE FUNCTION stamp_order_of();
