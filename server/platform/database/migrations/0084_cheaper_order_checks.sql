-- Lines are compared with their order when they are inserted, and both are frozen: at the end of the
-- transaction it is enough that there are any.
CREATE OR REPLACE FUNCTION "check_order"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NOT EXISTS (SELECT FROM order_lines WHERE order_id = NEW.id AND kind = 'part') THEN
		RAISE 'order % does not add up', NEW.id USING errcode = '23514', constraint = 'order_sums';
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
-- Most parts are neither a kit from the shelf nor in one, which is found out more cheaply.
CREATE OR REPLACE FUNCTION "show_available_stock"() RETURNS trigger LANGUAGE plpgsql
	SET enable_seqscan = off AS $$
BEGIN
	UPDATE parts SET availabl_quantity = changed.available FROM changed
	WHERE parts.id = changed.part_id AND NOT parts.from_shelf
		AND parts.availabl_quantity <> changed.available;
	IF EXISTS (SELECT FROM changed JOIN kit_components c ON c.component_id = changed.part_id)
		OR EXISTS (SELECT FROM changed JOIN parts ON parts.id = changed.part_id WHERE from_shelf) THEN
		PERFORM show_kit_stock(array(SELECT part_id FROM changed));
	END IF;
	RETURN NULL;
END
$$;
