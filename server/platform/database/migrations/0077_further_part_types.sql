CREATE TABLE "further_part_types" (
	"part_id" uuid NOT NULL,
	"part_type_id" integer NOT NULL,
	CONSTRAINT "further_part_types_part_id_part_type_id_pk" PRIMARY KEY("part_id","part_type_id")
);
--> statement-breakpoint
ALTER TABLE "further_part_types" ADD CONSTRAINT "further_part_types_part_id_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."parts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "further_part_types" ADD CONSTRAINT "further_part_types_part_type_id_part_types_id_fk" FOREIGN KEY ("part_type_id") REFERENCES "public"."part_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "further_part_types_by_type" ON "further_part_types" USING btree ("part_type_id");--> statement-breakpoint
-- How many parts of each type have applications for the vehicles of these models. Types null: all.
CREATE FUNCTION "count_vehicle_parts"("of_models" integer[], "of_types" integer[]) RETURNS void
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
		JOIN vehicles v ON v.model_id = listed.model_id AND listed.years @> v.year::int
		GROUP BY v.id, listed.part_type_id;
END
$$;
--> statement-breakpoint
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
	PERFORM 1 FROM models WHERE id = ANY (concerned) ORDER BY id FOR NO KEY UPDATE;
	UPDATE applications SET part_type_id = NEW.part_type_id
		WHERE part_id = NEW.id AND part_type_id <> NEW.part_type_id;
	PERFORM count_vehicle_parts(concerned, ARRAY[OLD.part_type_id, NEW.part_type_id]);
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "count_further_type"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	changed further_part_types;
	concerned integer[];
BEGIN
	changed := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
	SELECT array_agg(DISTINCT model_id) INTO concerned FROM applications
		WHERE part_id = changed.part_id;
	IF concerned IS NOT NULL THEN
		PERFORM count_vehicle_parts(concerned, ARRAY[changed.part_type_id]);
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "further_part_types_count" AFTER INSERT OR DELETE ON "further_part_types"
	FOR EACH ROW EXECUTE FUNCTION "count_further_type"();
