-- Finding a piece of a name, an e-mail or a product among all orders.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE INDEX "orders_words" ON "orders"
	USING gin (lower("name" || ' ' || "email" || ' ' || "product_name") gin_trgm_ops);
--> statement-breakpoint
-- Whatever changes stock, by whatever way, leaves a row that says why. Whoever changes it tells
-- the reason in shop.movement of the same transaction; a change without one was made by hand.
CREATE FUNCTION "record_stock_movement"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	before integer := coalesce(OLD.availabl_quantity, 0);
	told jsonb := nullif(current_setting('shop.movement', true), '')::jsonb;
BEGIN
	IF NEW.availabl_quantity = before AND TG_OP = 'UPDATE' THEN
		RETURN NULL;
	END IF;
	INSERT INTO stock_movements (part_id, change, after, reason, order_id, user_id)
	VALUES (
		NEW.id,
		NEW.availabl_quantity - before,
		NEW.availabl_quantity,
		coalesce(told ->> 'reason', CASE TG_OP WHEN 'INSERT' THEN 'stocked' ELSE 'by hand' END),
		(told ->> 'order')::uuid,
		(told ->> 'user')::uuid
	);
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "parts_movement" AFTER INSERT OR UPDATE OF "availabl_quantity" ON "parts"
	FOR EACH ROW EXECUTE FUNCTION "record_stock_movement"();
--> statement-breakpoint
INSERT INTO "stock_movements" ("part_id", "change", "after", "reason")
	SELECT "id", "availabl_quantity", "availabl_quantity", 'stocked' FROM "parts" ORDER BY "position";
--> statement-breakpoint
-- A transaction that notifies commits alone, one after the other over the whole database. Where
-- many orders change stock at once, the shop tells of all of them together a moment later.
CREATE OR REPLACE FUNCTION "tell_of_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF current_setting('shop.tells', true) = 'later' THEN
		RETURN NULL;
	END IF;
	PERFORM pg_notify('changes', TG_ARGV[0]);
	RETURN NULL;
END
$$;
