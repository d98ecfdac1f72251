-- Beside it, a release that knows no returns of old parts cannot list returns once there is one.
UPDATE "drizzle"."oldest_release" SET "migration" = '0057_core_deposits';
--> statement-breakpoint
-- A release whose journal named 0061 out of order left it out.
CREATE OR REPLACE FUNCTION "move_applications"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	concerned integer[];
BEGIN
	SELECT array_agg(DISTINCT model_id) INTO concerned FROM applications WHERE part_id = NEW.id;
	IF concerned IS NULL THEN
		RETURN NULL;
	END IF;
	IF NEW.part_type_id IS NULL THEN
		RAISE 'part % has applications', NEW.id
			USING errcode = '23514', constraint = 'parts_applications_need_type';
	END IF;
	-- Two that count at once would store the same rows.
	PERFORM 1 FROM models WHERE id = ANY (concerned) ORDER BY id FOR NO KEY UPDATE;
	UPDATE applications SET part_type_id = NEW.part_type_id
		WHERE part_id = NEW.id AND part_type_id <> NEW.part_type_id;
	DELETE FROM vehicle_part_types c USING vehicles v
		WHERE v.id = c.vehicle_id AND v.model_id = ANY (concerned)
			AND c.part_type_id IN (OLD.part_type_id, NEW.part_type_id);
	INSERT INTO vehicle_part_types (vehicle_id, part_type_id, parts)
		SELECT v.id, a.part_type_id, count(DISTINCT a.part_id)
		FROM applications a JOIN vehicles v ON v.model_id = a.model_id AND a.years @> v.year::int
		WHERE a.model_id = ANY (concerned) AND a.part_type_id IN (OLD.part_type_id, NEW.part_type_id)
		GROUP BY v.id, a.part_type_id;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "parts_move_applications" AFTER UPDATE OF "part_type_id" ON "parts"
	FOR EACH ROW WHEN (OLD.part_type_id IS DISTINCT FROM NEW.part_type_id)
	EXECUTE FUNCTION "move_applications"();
