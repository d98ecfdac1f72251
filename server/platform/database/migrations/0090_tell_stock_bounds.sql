-- Lists show, filter, order and count what can be ordered, and admins what is low. Most changes of stock
-- leave both as they are; those that do not are told here, whatever moved the stock.
CREATE FUNCTION "tell_stock_bounds"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- It names no part, so one is enough for a transaction.
	IF NOT EXISTS (
		SELECT FROM outbox WHERE xid = pg_current_xact_id() AND name = 'parts.stock-bounds-crossed'
	) THEN
		INSERT INTO outbox (name, about, tags, data)
			VALUES ('parts.stock-bounds-crossed', '*', '{part-stock}', '{}');
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "parts_stock_bounds" AFTER UPDATE OF "availabl_quantity", "minimum_quantity", "low_stock"
	ON "parts" FOR EACH ROW
	WHEN (
		(NEW.minimum_quantity + 1 <= NEW.availabl_quantity - 1) IS DISTINCT FROM
			(OLD.minimum_quantity + 1 <= OLD.availabl_quantity - 1)
		OR (NEW.availabl_quantity <= greatest(NEW.minimum_quantity + 1,
				coalesce(NEW.low_stock, 3 * (NEW.minimum_quantity::bigint + 1)))) IS DISTINCT FROM
			(OLD.availabl_quantity <= greatest(OLD.minimum_quantity + 1,
				coalesce(OLD.low_stock, 3 * (OLD.minimum_quantity::bigint + 1))))
	)
	EXECUTE FUNCTION "tell_stock_bounds"();
