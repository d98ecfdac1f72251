-- Sums: an order is what its lines say. Amounts are written once.
CREATE FUNCTION "assert_order_sums"(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE bad uuid;
BEGIN
	SELECT o.id INTO bad FROM orders o LEFT JOIN (
		SELECT order_id, count(*) FILTER (WHERE kind = 'part') AS parts,
			coalesce(sum(unit_cents * quantity) FILTER (WHERE kind = 'part'), 0) AS goods,
			coalesce(sum(discount_cents) FILTER (WHERE kind = 'part'), 0) AS discount,
			coalesce(sum(total_cents) FILTER (WHERE kind = 'deposit'), 0) AS deposit,
			coalesce(sum(total_cents) FILTER (WHERE kind = 'delivery'), 0) AS delivery,
			coalesce(sum(tax_cents), 0) AS tax, coalesce(sum(due_cents), 0) AS due
		FROM order_lines WHERE order_id = ANY (ids) GROUP BY order_id) l ON l.order_id = o.id
	WHERE o.id = ANY (ids) AND (coalesce(l.parts, 0) = 0
		OR (l.goods, l.discount, l.deposit, l.delivery, l.tax, l.due) IS DISTINCT FROM
			(o.goods_cents::numeric, o.discount_cents::numeric, o.deposit_cents::numeric,
			o.delivery_cents::numeric, o.tax_cents::numeric, o.total_cents::numeric))
	LIMIT 1;
	IF bad IS NOT NULL THEN
		RAISE 'order % does not add up', bad USING errcode = '23514', constraint = 'order_sums';
	END IF;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "check_order"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM assert_order_sums(ARRAY[NEW.id]);
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "check_order_lines"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM assert_order_sums((SELECT array_agg(DISTINCT order_id) FROM added));
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE '% is frozen', TG_TABLE_NAME USING errcode = '23514', constraint = 'frozen';
END
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "orders_sums" AFTER INSERT ON "orders"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.goods_cents IS NOT NULL)
	EXECUTE FUNCTION "check_order"();
--> statement-breakpoint
CREATE TRIGGER "order_lines_sums" AFTER INSERT ON "order_lines" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION "check_order_lines"();
--> statement-breakpoint
CREATE TRIGGER "orders_frozen" BEFORE UPDATE OF "goods_cents", "discount_cents", "deposit_cents",
	"delivery_cents", "tax_mode", "tax_cents", "total_cents", "number", "part_id", "quantity",
	"price_cents" ON "orders" FOR EACH ROW WHEN (OLD.goods_cents IS NOT NULL)
	EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "order_lines_frozen" BEFORE UPDATE OF "order_id", "position", "kind", "parent_id",
	"part_id", "part_number", "name", "quantity", "list_cents", "unit_cents", "discount_cents",
	"total_cents", "tax_class", "tax_rate_bp", "tax_cents", "due_cents" ON "order_lines"
	FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
-- Only a note may follow.
CREATE TRIGGER "inventory_movements_frozen" BEFORE DELETE OR UPDATE OF "id", "part_id", "reason",
	"on_hand_change", "reserved_change", "order_line_id", "source_id", "by_user", "created_at"
	ON "inventory_movements" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
-- Stock lives in its own table. What follows until the end keeps the previous release working and
-- goes with the next one, as do stock_movements and parts.availabl_quantity.
DROP TRIGGER "parts_movement" ON "parts";
--> statement-breakpoint
DROP FUNCTION "record_stock_movement"();
--> statement-breakpoint
-- Room for the next version of a row on its page.
ALTER TABLE "stock" SET (fillfactor = 70);
--> statement-breakpoint
CREATE FUNCTION "show_available_stock"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE parts SET availabl_quantity = NEW.available
	WHERE id = NEW.part_id AND availabl_quantity <> NEW.available;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "stock_shown_first" AFTER INSERT ON "stock" FOR EACH ROW
	WHEN (NEW.available > 0) EXECUTE FUNCTION "show_available_stock"();
--> statement-breakpoint
CREATE TRIGGER "stock_shown" AFTER UPDATE ON "stock" FOR EACH ROW
	WHEN (NEW.available <> OLD.available) EXECUTE FUNCTION "show_available_stock"();
--> statement-breakpoint
-- The previous release adds parts and changes their stock in `parts`.
CREATE FUNCTION "open_stock"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO stock (part_id, on_hand) VALUES (NEW.id, NEW.availabl_quantity)
		ON CONFLICT DO NOTHING;
	IF FOUND THEN
		INSERT INTO inventory_movements (part_id, reason, on_hand_change, source_id)
			VALUES (NEW.id, 'opening', NEW.availabl_quantity, NEW.id);
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "parts_stock_opened" AFTER INSERT ON "parts"
	FOR EACH ROW WHEN (NEW.availabl_quantity > 0) EXECUTE FUNCTION "open_stock"();
--> statement-breakpoint
CREATE FUNCTION "translate_stock_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	told jsonb := nullif(current_setting('shop.movement', true), '')::jsonb;
	difference integer := NEW.availabl_quantity - OLD.availabl_quantity;
	freed integer;
BEGIN
	PERFORM FROM stock WHERE part_id = NEW.id FOR UPDATE;
	IF NOT FOUND THEN
		-- Nothing was opened yet, or it was opened with none.
		IF OLD.availabl_quantity = 0 THEN
			INSERT INTO stock (part_id, on_hand) VALUES (NEW.id, difference);
			INSERT INTO inventory_movements (part_id, reason, on_hand_change, source_id)
				VALUES (NEW.id, 'opening', difference, NEW.id);
		END IF;
		RETURN NULL;
	END IF;
	IF told ->> 'reason' IN ('cancelled', 'refunded')
		AND EXISTS (SELECT FROM order_lines WHERE order_id = (told ->> 'order')::uuid) THEN
		WITH gone AS (
			DELETE FROM reservations WHERE order_id = (told ->> 'order')::uuid AND part_id = NEW.id
			RETURNING order_line_id, quantity
		), moved AS (
			INSERT INTO inventory_movements (part_id, reason, reserved_change, order_line_id, source_id)
			SELECT NEW.id, 'release', -quantity, order_line_id, gen_random_uuid() FROM gone
		)
		SELECT coalesce(sum(quantity), 0) INTO freed FROM gone;
		UPDATE stock SET reserved = reserved - freed WHERE part_id = NEW.id AND freed > 0;
		-- Where nothing was reserved any more, nothing returns.
		UPDATE parts SET availabl_quantity = s.available FROM stock s
			WHERE parts.id = NEW.id AND s.part_id = NEW.id AND availabl_quantity <> s.available;
	ELSE
		INSERT INTO inventory_movements (part_id, reason, on_hand_change, source_id, by_user, note)
			VALUES (NEW.id, 'edit', difference, gen_random_uuid(), (told ->> 'user')::uuid,
				coalesce(told ->> 'reason', 'by hand'));
		UPDATE stock SET on_hand = on_hand + difference WHERE part_id = NEW.id;
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "parts_stock_changed" AFTER UPDATE OF "availabl_quantity" ON "parts" FOR EACH ROW
	WHEN (pg_trigger_depth() = 0 AND NEW.availabl_quantity <> OLD.availabl_quantity)
	EXECUTE FUNCTION "translate_stock_change"();
--> statement-breakpoint
CREATE FUNCTION "translate_order_state"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.payment_state := NEW.state;
	IF NEW.state = 'paid' THEN
		UPDATE reservations SET state = 'allocated', expires_at = NULL WHERE order_id = NEW.id;
	ELSIF NEW.state = 'refunded' THEN
		NEW.refunded_cents := NEW.total_cents;
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "orders_state_translated" BEFORE UPDATE OF "state" ON "orders" FOR EACH ROW
	WHEN (NEW.state <> OLD.state AND OLD.payment_state IS NOT NULL
		AND NEW.payment_state = OLD.payment_state)
	EXECUTE FUNCTION "translate_order_state"();
--> statement-breakpoint
-- Gives orders of the previous release their line, states and reservation. Paid orders older than 14
-- days count as delivered: nothing says whether they were shipped. What newer orders have taken from
-- parts.availabl_quantity is still on the shelf, so it adds to both sides of stock.
CREATE FUNCTION "carry_orders"(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	WITH numbered AS (
		SELECT id, nextval('order_numbers') AS number
		FROM (SELECT id FROM orders WHERE id = ANY (ids) ORDER BY id) sorted
	)
	UPDATE orders o SET goods_cents = total_cents, payment_state = state,
		number = coalesce(o.number, n.number),
		hold_until = CASE state WHEN 'unpaid' THEN now() + interval '60 minutes' END,
		refunded_cents = CASE state WHEN 'refunded' THEN total_cents ELSE 0 END,
		fulfilment_state = CASE WHEN state = 'paid' AND coalesce(paid_at, created_at)
			< now() - interval '14 days' THEN 'delivered' ELSE 'none' END
	FROM numbered n WHERE o.id = n.id;
	INSERT INTO order_lines (id, order_id, position, kind, part_id, name, quantity, list_cents,
		unit_cents, total_cents, due_cents, shipped, refunded_cents)
	SELECT id, id, 1, 'part', part_id, product_name, quantity, price_cents, price_cents, total_cents,
		total_cents, CASE fulfilment_state WHEN 'delivered' THEN quantity ELSE 0 END, refunded_cents
	FROM orders WHERE id = ANY (ids);
	INSERT INTO stock (part_id, on_hand, reserved)
	SELECT part_id, sum(quantity), sum(quantity) FROM orders
	WHERE id = ANY (ids) AND state IN ('unpaid', 'paid', 'refunding') AND fulfilment_state = 'none'
	GROUP BY part_id ORDER BY part_id
	ON CONFLICT (part_id) DO UPDATE SET on_hand = stock.on_hand + excluded.on_hand,
		reserved = stock.reserved + excluded.reserved;
	WITH reserved AS (
		INSERT INTO reservations (order_line_id, order_id, part_id, quantity, state, expires_at,
			user_id, network)
		SELECT id, id, part_id, quantity, CASE state WHEN 'unpaid' THEN 'held' ELSE 'allocated' END,
			hold_until, user_id, 'unknown'
		FROM orders WHERE id = ANY (ids) AND state IN ('unpaid', 'paid', 'refunding')
			AND fulfilment_state = 'none'
		RETURNING order_line_id, part_id, quantity
	)
	INSERT INTO inventory_movements (part_id, reason, on_hand_change, reserved_change, order_line_id,
		source_id)
	SELECT part_id, 'opening', quantity, quantity, order_line_id, order_line_id FROM reserved;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "carry_added_orders"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM carry_orders(array_agg(id)) FROM added WHERE goods_cents IS NULL HAVING count(*) > 0;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "orders_carried" AFTER INSERT ON "orders" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION "carry_added_orders"();
--> statement-breakpoint
-- Like the list of migrations no part of a backup.
CREATE TABLE "drizzle"."backfills" (
	"name" text PRIMARY KEY,
	"after" uuid,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER SEQUENCE "order_numbers" OWNED BY "orders"."number";
--> statement-breakpoint
-- One step each, in a transaction of its own while the previous release serves; true while there
-- is more. The program runs them after the migrations.
CREATE FUNCTION "backfill_1_stock"() RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE last uuid;
BEGIN
	WITH batch AS (
		SELECT id, availabl_quantity FROM parts
		WHERE id > (SELECT coalesce(after, '00000000-0000-0000-0000-000000000000') FROM drizzle.backfills
			WHERE name = 'backfill_1_stock')
		ORDER BY id LIMIT 2000 FOR SHARE
	), opened AS (
		INSERT INTO stock (part_id, on_hand) SELECT id, availabl_quantity FROM batch
		ON CONFLICT DO NOTHING RETURNING part_id, on_hand
	), moved AS (
		INSERT INTO inventory_movements (part_id, reason, on_hand_change, source_id)
		SELECT part_id, 'opening', on_hand, part_id FROM opened
	)
	SELECT id INTO last FROM batch ORDER BY id DESC LIMIT 1;
	UPDATE drizzle.backfills SET after = coalesce(last, after),
		finished_at = CASE WHEN last IS NULL THEN now() END WHERE name = 'backfill_1_stock';
	RETURN last IS NOT NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "backfill_2_orders"() RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE ids uuid[];
BEGIN
	SELECT array_agg(id ORDER BY id) INTO ids FROM (
		SELECT id FROM orders
		WHERE goods_cents IS NULL AND id > (SELECT coalesce(after, '00000000-0000-0000-0000-000000000000')
			FROM drizzle.backfills WHERE name = 'backfill_2_orders')
		ORDER BY id LIMIT 1000 FOR UPDATE) batch;
	IF ids IS NOT NULL THEN
		PERFORM carry_orders(ids);
	END IF;
	UPDATE drizzle.backfills SET after = coalesce(ids[cardinality(ids)], after),
		finished_at = CASE WHEN ids IS NULL THEN now() END WHERE name = 'backfill_2_orders';
	RETURN ids IS NOT NULL;
END
$$;
--> statement-breakpoint
INSERT INTO "drizzle"."backfills" ("name") VALUES ('backfill_1_stock'), ('backfill_2_orders');
