-- The previous release goes on beside this one: defaults and triggers give its parts their numbers.
LOCK TABLE "parts" IN ACCESS EXCLUSIVE MODE;
--> statement-breakpoint
-- Letters that look alike fall together, all else but letters and digits falls away.
CREATE FUNCTION "part_number_norm"(written text) RETURNS text IMMUTABLE STRICT PARALLEL SAFE LANGUAGE sql
	RETURN upper(regexp_replace(translate(written COLLATE "C",
		'АВЕКМНОРСТУХавекмнорстухÄÖÜäöü', 'ABEKMHOPCTYXABEKMHOPCTYXAOUAOU'),
		'[^0-9A-Za-z]', '', 'g')) COLLATE "C";
--> statement-breakpoint
CREATE FUNCTION "is_gtin"(norm text) RETURNS boolean IMMUTABLE STRICT PARALLEL SAFE LANGUAGE sql
	RETURN CASE WHEN norm ~ '^([0-9]{8}|[0-9]{12,14})$' THEN (
		SELECT sum(substr(lpad(norm, 14, '0'), place, 1)::int * CASE place % 2 WHEN 1 THEN 3 ELSE 1 END)
			% 10 = 0 FROM generate_series(1, 14) place) ELSE false END;
--> statement-breakpoint
CREATE SEQUENCE "public"."generated_part_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 10001 CACHE 1;--> statement-breakpoint
CREATE TABLE "attributes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "attributes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"part_type_id" integer,
	"name" text NOT NULL,
	"unit" text,
	"kind" text NOT NULL,
	"facet" boolean DEFAULT true NOT NULL,
	CONSTRAINT "attributes_name" UNIQUE NULLS NOT DISTINCT("part_type_id","name"),
	CONSTRAINT "attributes_bounded" CHECK (length("attributes"."name") between 1 and 60 and length("attributes"."unit") between 1 and 20),
	CONSTRAINT "attributes_kind_known" CHECK ("attributes"."kind" in ('choice', 'number'))
);
--> statement-breakpoint
CREATE TABLE "brands" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "brands_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	CONSTRAINT "brands_name_bounded" CHECK (length("brands"."name") between 1 and 80)
);
--> statement-breakpoint
CREATE TABLE "part_attributes" (
	"part_id" uuid NOT NULL,
	"attribute_id" integer NOT NULL,
	"choice" text,
	"number" numeric,
	CONSTRAINT "part_attributes_part_id_attribute_id_pk" PRIMARY KEY("part_id","attribute_id"),
	CONSTRAINT "part_attributes_one_value" CHECK (num_nonnulls("part_attributes"."choice", "part_attributes"."number") = 1),
	CONSTRAINT "part_attributes_bounded" CHECK (length("part_attributes"."choice") between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "part_numbers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "part_numbers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"part_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"brand_id" integer,
	"written" text NOT NULL,
	"norm" text collate "C" GENERATED ALWAYS AS (part_number_norm(written)) STORED NOT NULL,
	"pieces" numeric(6, 2) DEFAULT 1 NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	CONSTRAINT "part_numbers_once" UNIQUE NULLS NOT DISTINCT("part_id","kind","brand_id","norm"),
	CONSTRAINT "part_numbers_kind_known" CHECK ("part_numbers"."kind" in ('own', 'oe', 'competitor', 'old', 'gtin')),
	CONSTRAINT "part_numbers_brand" CHECK (("part_numbers"."kind" in ('oe', 'competitor')) = ("part_numbers"."brand_id" is not null)),
	CONSTRAINT "part_numbers_pieces_positive" CHECK ("part_numbers"."pieces" > 0),
	CONSTRAINT "part_numbers_bounded" CHECK (length("part_numbers"."written") <= 60 and length("part_numbers"."note") <= 200
        and length(part_number_norm("part_numbers"."written")) between 2 and 40),
	CONSTRAINT "part_numbers_gtin_digit" CHECK ("part_numbers"."kind" <> 'gtin' or is_gtin(part_number_norm("part_numbers"."written")))
);
--> statement-breakpoint
CREATE TABLE "part_pictures" (
	"part_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"address" text NOT NULL,
	CONSTRAINT "part_pictures_part_id_position_pk" PRIMARY KEY("part_id","position"),
	CONSTRAINT "part_pictures_bounded" CHECK ("part_pictures"."position" between 2 and 12 and length("part_pictures"."address") between 1 and 2000)
);
--> statement-breakpoint
CREATE TABLE "part_types" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "part_types_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"parent_id" integer,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"synonyms" text[] DEFAULT '{}' NOT NULL,
	"sold_for_vehicles" boolean DEFAULT true NOT NULL,
	CONSTRAINT "part_types_slug_shape" CHECK ("part_types"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
	CONSTRAINT "part_types_not_own_parent" CHECK ("part_types"."parent_id" <> "part_types"."id"),
	CONSTRAINT "part_types_name_bounded" CHECK (length("part_types"."name") between 1 and 80)
);
--> statement-breakpoint
CREATE TABLE "supersessions" (
	"old_part" uuid NOT NULL,
	"new_part" uuid NOT NULL,
	"choice" smallint DEFAULT 1 NOT NULL,
	"quantity" smallint DEFAULT 1 NOT NULL,
	"both_ways" boolean DEFAULT false NOT NULL,
	"since" date NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "supersessions_old_part_choice_new_part_pk" PRIMARY KEY("old_part","choice","new_part"),
	CONSTRAINT "supersessions_of_another" CHECK ("supersessions"."old_part" <> "supersessions"."new_part"),
	CONSTRAINT "supersessions_bounded" CHECK ("supersessions"."choice" between 1 and 20 and "supersessions"."quantity" between 1 and 99
        and length("supersessions"."reason") <= 200)
);
--> statement-breakpoint
-- Plans are kept: one made while the table was small would read all of it for each part.
CREATE FUNCTION "next_part_number"() RETURNS text LANGUAGE plpgsql
	SET enable_seqscan = off AS $$
DECLARE number bigint;
BEGIN
	LOOP
		number := nextval('generated_part_numbers');
		EXIT WHEN NOT EXISTS (SELECT FROM part_numbers
			WHERE norm = 'PW' || number AND kind IN ('own', 'old'));
		-- Given by hand, or before a restore: goes on after the highest.
		PERFORM setval('generated_part_numbers', (SELECT max(substr(norm, 3)::bigint)
			FROM part_numbers WHERE norm ~ '^PW[0-9]{5,15}$' AND kind IN ('own', 'old')));
	END LOOP;
	RETURN 'PW-' || number;
END
$$;
--> statement-breakpoint
-- The default apart, because a column added with it rewrites the table.
ALTER TABLE "parts" ADD COLUMN "number" text;--> statement-breakpoint
ALTER TABLE "parts" ALTER COLUMN "number" SET DEFAULT next_part_number();--> statement-breakpoint
ALTER TABLE "parts" ADD COLUMN "part_type_id" integer;--> statement-breakpoint
ALTER TABLE "parts" ADD COLUMN "brand_id" integer;--> statement-breakpoint
ALTER TABLE "parts" ADD COLUMN "life" text DEFAULT 'active' NOT NULL;--> statement-breakpoint
ALTER TABLE "parts" ADD COLUMN "pack_of" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "parts" ADD COLUMN "low_stock" integer;--> statement-breakpoint
ALTER TABLE "parts" ADD COLUMN "hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "parts" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "attributes" ADD CONSTRAINT "attributes_part_type_id_part_types_id_fk" FOREIGN KEY ("part_type_id") REFERENCES "public"."part_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "part_attributes" ADD CONSTRAINT "part_attributes_part_id_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."parts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "part_attributes" ADD CONSTRAINT "part_attributes_attribute_id_attributes_id_fk" FOREIGN KEY ("attribute_id") REFERENCES "public"."attributes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "part_numbers" ADD CONSTRAINT "part_numbers_part_id_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."parts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "part_numbers" ADD CONSTRAINT "part_numbers_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "part_pictures" ADD CONSTRAINT "part_pictures_part_id_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."parts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "part_types" ADD CONSTRAINT "part_types_parent_id_part_types_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."part_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supersessions" ADD CONSTRAINT "supersessions_old_part_parts_id_fk" FOREIGN KEY ("old_part") REFERENCES "public"."parts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supersessions" ADD CONSTRAINT "supersessions_new_part_parts_id_fk" FOREIGN KEY ("new_part") REFERENCES "public"."parts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "brands_name" ON "brands" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "part_attributes_choice" ON "part_attributes" USING btree ("attribute_id","choice");--> statement-breakpoint
CREATE INDEX "part_attributes_number" ON "part_attributes" USING btree ("attribute_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "part_numbers_own" ON "part_numbers" USING btree ("norm") WHERE "part_numbers"."kind" = 'own';--> statement-breakpoint
CREATE UNIQUE INDEX "part_numbers_own_of_part" ON "part_numbers" USING btree ("part_id") WHERE "part_numbers"."kind" = 'own';--> statement-breakpoint
CREATE UNIQUE INDEX "part_numbers_gtin" ON "part_numbers" USING btree (lpad("norm", 14, '0')) WHERE "part_numbers"."kind" = 'gtin';--> statement-breakpoint
CREATE INDEX "part_numbers_norm" ON "part_numbers" USING btree ("norm","kind","part_id");--> statement-breakpoint
CREATE INDEX "part_numbers_within" ON "part_numbers" USING gin ("norm" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "part_types_slug" ON "part_types" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "supersessions_new" ON "supersessions" USING btree ("new_part");--> statement-breakpoint
ALTER TABLE "parts" ADD CONSTRAINT "parts_part_type_id_part_types_id_fk" FOREIGN KEY ("part_type_id") REFERENCES "public"."part_types"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "parts" ADD CONSTRAINT "parts_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
CREATE INDEX "parts_by_type" ON "parts" USING btree ("part_type_id","position") WHERE "parts"."deleted_at" is null and not "parts"."hidden";--> statement-breakpoint
ALTER TABLE "parts" ADD CONSTRAINT "parts_life_known" CHECK ("parts"."life" in ('announced', 'active', 'superseded', 'ended')) NOT VALID;--> statement-breakpoint
ALTER TABLE "parts" ADD CONSTRAINT "parts_pack_in_bounds" CHECK ("parts"."pack_of" between 1 and 1000) NOT VALID;--> statement-breakpoint
ALTER TABLE "parts" ADD CONSTRAINT "parts_low_stock_not_negative" CHECK ("parts"."low_stock" >= 0) NOT VALID;--> statement-breakpoint
-- The part's own number is the one in `parts`.
CREATE FUNCTION "record_own_numbers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO part_numbers (part_id, kind, written) SELECT id, 'own', number FROM added;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "parts_numbered" AFTER INSERT ON "parts" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION "record_own_numbers"();
--> statement-breakpoint
CREATE FUNCTION "record_new_number"() RETURNS trigger LANGUAGE plpgsql
	SET enable_seqscan = off AS $$
BEGIN
	-- It returns to an earlier one.
	DELETE FROM part_numbers
		WHERE part_id = NEW.id AND kind = 'old' AND norm = part_number_norm(NEW.number);
	DELETE FROM part_numbers WHERE part_id = NEW.id AND kind = 'own';
	INSERT INTO part_numbers (part_id, kind, written) VALUES (NEW.id, 'own', NEW.number);
	IF part_number_norm(OLD.number) <> part_number_norm(NEW.number) THEN
		INSERT INTO part_numbers (part_id, kind, written) VALUES (NEW.id, 'old', OLD.number)
			ON CONFLICT DO NOTHING;
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "parts_renumbered" AFTER UPDATE OF "number" ON "parts" FOR EACH ROW
	WHEN (NEW.number <> OLD.number) EXECUTE FUNCTION "record_new_number"();
--> statement-breakpoint
CREATE FUNCTION "raise_part_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.version := OLD.version + 1;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "parts_edited" BEFORE UPDATE ON "parts" FOR EACH ROW
	WHEN (NEW.version = OLD.version AND (NEW.number <> OLD.number OR
		(NEW.name, NEW.img, NEW.description, NEW.minimum_quantity, NEW.price_cents, NEW.part_type_id,
			NEW.brand_id, NEW.life, NEW.pack_of, NEW.low_stock, NEW.hidden) IS DISTINCT FROM
		(OLD.name, OLD.img, OLD.description, OLD.minimum_quantity, OLD.price_cents, OLD.part_type_id,
			OLD.brand_id, OLD.life, OLD.pack_of, OLD.low_stock, OLD.hidden)))
	EXECUTE FUNCTION "raise_part_version"();
--> statement-breakpoint
-- One writer at a time, so that two cannot close a circle together.
CREATE FUNCTION "refuse_supersession_circle"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_advisory_xact_lock(7215010);
	IF EXISTS (
		WITH RECURSIVE later (part) AS (
			SELECT NEW.new_part
			UNION SELECT s.new_part FROM supersessions s JOIN later ON s.old_part = later.part
		)
		SELECT FROM later WHERE part = NEW.old_part) THEN
		RAISE 'part % would replace itself', NEW.old_part
			USING errcode = '23514', constraint = 'supersessions_no_circle';
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "supersessions_no_circle" AFTER INSERT OR UPDATE OF "old_part", "new_part"
	ON "supersessions" FOR EACH ROW EXECUTE FUNCTION "refuse_supersession_circle"();
--> statement-breakpoint
CREATE FUNCTION "backfill_3_part_numbers"() RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE last uuid;
BEGIN
	WITH batch AS (
		SELECT id, position, number FROM parts
		WHERE position > coalesce((SELECT position FROM parts WHERE id = (
			SELECT after FROM drizzle.backfills WHERE name = 'backfill_3_part_numbers')), 0)
		ORDER BY position LIMIT 2000 FOR UPDATE
	), numbered AS (
		SELECT id, next_part_number() AS number
		FROM (SELECT id FROM batch WHERE number IS NULL ORDER BY position) sorted
	), written AS (
		UPDATE parts SET number = numbered.number FROM numbered WHERE parts.id = numbered.id
	), owned AS (
		INSERT INTO part_numbers (part_id, kind, written) SELECT id, 'own', number FROM numbered
	)
	SELECT id INTO last FROM batch ORDER BY position DESC LIMIT 1;
	UPDATE drizzle.backfills SET after = coalesce(last, after),
		finished_at = CASE WHEN last IS NULL THEN now() END WHERE name = 'backfill_3_part_numbers';
	RETURN last IS NOT NULL;
END
$$;
--> statement-breakpoint
INSERT INTO "drizzle"."backfills" ("name") VALUES ('backfill_3_part_numbers');
