-- A vehicle counts the parts that its lists can show: not those that are hidden or deleted.
CREATE OR REPLACE FUNCTION "count_vehicle_parts"("of_models" integer[], "of_types" integer[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
	-- Two that count at once would store the same rows.
	PERFORM 1 FROM models WHERE id = ANY (of_models) ORDER BY id FOR NO KEY UPDATE;
	DELETE FROM vehicle_part_types c USING vehicles v
		WHERE v.id = c.vehicle_id AND v.model_id = ANY (of_models)
			AND (of_types IS NULL OR c.part_type_id = ANY (of_types));
	INSERT INTO vehicle_part_types (vehicle_id, part_type_id, parts)
		SELECT v.id, listed.part_type_id, count(DISTINCT listed.part_id)
		FROM (
			SELECT a.part_id, a.part_type_id, a.model_id, a.years FROM applications a
				WHERE a.model_id = ANY (of_models) AND (of_types IS NULL OR a.part_type_id = ANY (of_types))
			UNION ALL
			SELECT a.part_id, f.part_type_id, a.model_id, a.years
				FROM further_part_types f JOIN applications a ON a.part_id = f.part_id
				WHERE a.model_id = ANY (of_models) AND (of_types IS NULL OR f.part_type_id = ANY (of_types))
		) listed
		JOIN parts p ON p.id = listed.part_id AND p.deleted_at IS NULL AND NOT p.hidden
		JOIN vehicles v ON v.model_id = listed.model_id AND listed.years @> v.year::int
		GROUP BY v.id, listed.part_type_id;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "count_shown_part"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	concerned integer[];
BEGIN
	SELECT array_agg(DISTINCT model_id) INTO concerned FROM applications WHERE part_id = NEW.id;
	IF concerned IS NOT NULL THEN
		PERFORM count_vehicle_parts(concerned, NEW.part_type_id || ARRAY(
			SELECT part_type_id FROM further_part_types WHERE part_id = NEW.id));
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "parts_count_shown" AFTER UPDATE OF "hidden", "deleted_at" ON "parts"
	FOR EACH ROW WHEN ((OLD.hidden OR OLD.deleted_at IS NOT NULL) <> (NEW.hidden OR NEW.deleted_at IS NOT NULL))
	EXECUTE FUNCTION "count_shown_part"();
--> statement-breakpoint
SELECT count_vehicle_parts(array_agg(DISTINCT a.model_id), NULL)
FROM applications a JOIN parts p ON p.id = a.part_id
WHERE p.hidden OR p.deleted_at IS NOT NULL;
