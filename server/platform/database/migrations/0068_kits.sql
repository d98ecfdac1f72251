CREATE TABLE "kit_components" (
	"kit_id" uuid NOT NULL,
	"component_id" uuid NOT NULL,
	"quantity" smallint DEFAULT 1 NOT NULL,
	"sold_alone" boolean DEFAULT true NOT NULL,
	CONSTRAINT "kit_components_kit_id_component_id_pk" PRIMARY KEY("kit_id","component_id"),
	CONSTRAINT "kit_components_of_others" CHECK ("kit_components"."kit_id" <> "kit_components"."component_id"),
	CONSTRAINT "kit_components_quantity" CHECK ("kit_components"."quantity" between 1 and 99)
);
--> statement-breakpoint
CREATE TABLE "line_components" (
	"order_line_id" uuid NOT NULL,
	"part_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "line_components_order_line_id_part_id_pk" PRIMARY KEY("order_line_id","part_id"),
	CONSTRAINT "line_components_quantity" CHECK ("line_components"."quantity" > 0)
);
--> statement-breakpoint
ALTER TABLE "parts" ADD COLUMN "from_shelf" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "kit_components" ADD CONSTRAINT "kit_components_kit_id_parts_id_fk" FOREIGN KEY ("kit_id") REFERENCES "public"."parts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kit_components" ADD CONSTRAINT "kit_components_component_id_parts_id_fk" FOREIGN KEY ("component_id") REFERENCES "public"."parts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "kit_components_component" ON "kit_components" USING btree ("component_id");
--> statement-breakpoint
-- What one of these kits takes from the shelf. Kits without stock of their own are followed.
CREATE FUNCTION "shelf_parts"(kits uuid[]) RETURNS TABLE (kit_id uuid, part_id uuid, quantity integer)
	LANGUAGE sql STABLE AS $$
	WITH RECURSIVE inside (kit_id, part_id, quantity, is_kit) AS (
		SELECT c.kit_id, c.component_id, c.quantity::bigint, p.from_shelf
		FROM parts kit JOIN kit_components c ON c.kit_id = kit.id JOIN parts p ON p.id = c.component_id
		WHERE kit.id = ANY (kits) AND kit.from_shelf
		UNION ALL
		SELECT inside.kit_id, c.component_id, least(inside.quantity * c.quantity, 1000000), p.from_shelf
		FROM inside JOIN kit_components c ON c.kit_id = inside.part_id
			JOIN parts p ON p.id = c.component_id
		WHERE inside.is_kit
	)
	SELECT kit_id, part_id, least(sum(quantity), 1000000)::integer FROM inside
	WHERE NOT is_kit GROUP BY kit_id, part_id
$$;
--> statement-breakpoint
-- Of kits from the shelf among these parts, and of those that have one of these parts in them.
CREATE FUNCTION "show_kit_stock"(given uuid[]) RETURNS void LANGUAGE plpgsql
	SET enable_seqscan = off AS $$
DECLARE kits uuid[];
BEGIN
	WITH RECURSIVE above (id) AS (
		SELECT unnest(given)
		UNION
		SELECT kit.id FROM above JOIN kit_components c ON c.component_id = above.id
			JOIN parts kit ON kit.id = c.kit_id AND kit.from_shelf
	)
	SELECT array_agg(id) INTO kits FROM above JOIN parts USING (id) WHERE from_shelf;
	IF kits IS NULL THEN
		RETURN;
	END IF;
	-- A statement of its own, so that the next one reads what others have changed.
	PERFORM FROM parts WHERE id = ANY (kits) ORDER BY id FOR NO KEY UPDATE;
	WITH present AS (
		SELECT kit.id, coalesce(min(CASE WHEN p.deleted_at IS NULL
			THEN coalesce(s.available, 0) / needed.quantity ELSE 0 END), 0) AS available
		FROM unnest(kits) kit (id) LEFT JOIN shelf_parts(kits) needed ON needed.kit_id = kit.id
			LEFT JOIN parts p ON p.id = needed.part_id LEFT JOIN stock s ON s.part_id = needed.part_id
		GROUP BY kit.id
	), changed AS (
		UPDATE parts SET availabl_quantity = present.available FROM present
		WHERE parts.id = present.id AND parts.availabl_quantity <> present.available
		RETURNING parts.id, parts.availabl_quantity
	)
	INSERT INTO outbox (name, about, tags, data)
		SELECT 'part.stock-changed', id::text, array['part:' || id],
			jsonb_build_object('availablQuantity', availabl_quantity)
		FROM changed;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "show_available_stock"() RETURNS trigger LANGUAGE plpgsql
	SET enable_seqscan = off AS $$
BEGIN
	UPDATE parts SET availabl_quantity = changed.available FROM changed
	WHERE parts.id = changed.part_id AND NOT parts.from_shelf
		AND parts.availabl_quantity <> changed.available;
	PERFORM show_kit_stock(array(SELECT part_id FROM changed));
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "show_stock_of_kit"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM show_kit_stock(array[CASE TG_OP WHEN 'DELETE' THEN OLD.kit_id ELSE NEW.kit_id END]);
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "kit_components_shown" AFTER INSERT OR UPDATE OR DELETE ON "kit_components"
	FOR EACH ROW EXECUTE FUNCTION "show_stock_of_kit"();
--> statement-breakpoint
CREATE FUNCTION "change_stock_of_kit"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.from_shelf AND NOT OLD.from_shelf
		AND EXISTS (SELECT FROM stock WHERE part_id = NEW.id AND on_hand > 0) THEN
		RAISE 'kit % has stock of its own', NEW.id
			USING errcode = '23514', constraint = 'parts_shelf_without_stock';
	END IF;
	IF OLD.from_shelf AND NOT NEW.from_shelf THEN
		UPDATE parts SET availabl_quantity = coalesce(
			(SELECT available FROM stock WHERE part_id = NEW.id), 0) WHERE id = NEW.id;
	END IF;
	PERFORM show_kit_stock(array[NEW.id]);
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "parts_kit_stock" AFTER UPDATE OF "from_shelf", "deleted_at" ON "parts" FOR EACH ROW
	WHEN ((NEW.from_shelf, NEW.deleted_at IS NULL) IS DISTINCT FROM
		(OLD.from_shelf, OLD.deleted_at IS NULL))
	EXECUTE FUNCTION "change_stock_of_kit"();
--> statement-breakpoint
-- One writer at a time, so that two cannot close a circle together.
CREATE FUNCTION "refuse_kit_circle"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_advisory_xact_lock(7215011);
	IF EXISTS (
		WITH RECURSIVE inside (part) AS (
			SELECT NEW.component_id
			UNION SELECT c.component_id FROM kit_components c JOIN inside ON c.kit_id = inside.part
		)
		SELECT FROM inside WHERE part = NEW.kit_id) THEN
		RAISE 'kit % would contain itself', NEW.kit_id
			USING errcode = '23514', constraint = 'kit_components_no_circle';
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "kit_components_no_circle" AFTER INSERT OR UPDATE OF "kit_id", "component_id"
	ON "kit_components" FOR EACH ROW EXECUTE FUNCTION "refuse_kit_circle"();
--> statement-breakpoint
-- A line keeps what its kit consisted of when it was ordered.
CREATE FUNCTION "keep_line_components"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO line_components (order_line_id, part_id, quantity)
		SELECT added.id, needed.part_id, needed.quantity
		FROM added JOIN parts kit ON kit.id = added.part_id AND kit.from_shelf,
			shelf_parts(array[kit.id]) needed
		WHERE added.kind = 'part';
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "order_lines_components" AFTER INSERT ON "order_lines" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION "keep_line_components"();
--> statement-breakpoint
CREATE TRIGGER "line_components_frozen" BEFORE UPDATE OR DELETE ON "line_components"
	FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
