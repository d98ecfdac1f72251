-- The previous release goes on beside this one: triggers translate what it writes.
LOCK TABLE "parts" IN ACCESS EXCLUSIVE MODE;
--> statement-breakpoint
CREATE TABLE "picture_copies" (
	"key" text PRIMARY KEY GENERATED ALWAYS AS (md5(source)) STORED NOT NULL,
	"source" text NOT NULL,
	"copy" text,
	"problem" text,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now(),
	CONSTRAINT "picture_copies_bounded" CHECK (length("picture_copies"."source") <= 2000 and length("picture_copies"."copy") <= 2000
        and length("picture_copies"."problem") <= 300)
);
--> statement-breakpoint
ALTER TABLE "part_pictures" ADD COLUMN "given" text;--> statement-breakpoint
ALTER TABLE "parts" ADD COLUMN "img_given" text;--> statement-breakpoint
CREATE INDEX "picture_copies_due" ON "picture_copies" USING btree ("next_attempt_at") WHERE "picture_copies"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX "part_pictures_foreign" ON "part_pictures" USING hash ("address") WHERE "part_pictures"."address" ~* '^https?://';--> statement-breakpoint
CREATE INDEX "parts_foreign_picture" ON "parts" USING hash ("img") WHERE "parts"."img" ~* '^https?://';--> statement-breakpoint
-- Shared until the end of the transaction: whoever stores a copy meanwhile waits, and then finds this part.
CREATE FUNCTION "find_picture_copy"(given text) RETURNS text LANGUAGE plpgsql
	SET enable_seqscan = off AS $$
DECLARE found_copy text;
BEGIN
	SELECT copy INTO found_copy FROM picture_copies
		WHERE key = md5(given) AND source = given FOR SHARE;
	IF NOT FOUND AND length(given) <= 2000 THEN
		INSERT INTO picture_copies (source) VALUES (given) ON CONFLICT DO NOTHING;
		SELECT copy INTO found_copy FROM picture_copies
			WHERE key = md5(given) AND source = given FOR SHARE;
	END IF;
	RETURN found_copy;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "show_copy_of_first_picture"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE found_copy text;
BEGIN
	IF NEW.img ~* '^https?://' THEN
		found_copy := find_picture_copy(NEW.img);
		NEW.img_given := CASE WHEN found_copy <> NEW.img THEN NEW.img END;
		NEW.img := coalesce(found_copy, NEW.img);
	ELSIF TG_OP = 'UPDATE' THEN
		IF NEW.img <> OLD.img THEN NEW.img_given := NULL; END IF;
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
-- By its name it runs before "parts_edited".
CREATE TRIGGER "parts_copied_picture" BEFORE INSERT OR UPDATE OF "img" ON "parts" FOR EACH ROW
	WHEN (NEW.img ~* '^https?://' OR NEW.img_given IS NOT NULL)
	EXECUTE FUNCTION "show_copy_of_first_picture"();
--> statement-breakpoint
CREATE FUNCTION "show_copy_of_picture"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE found_copy text := find_picture_copy(NEW.address);
BEGIN
	NEW.given := CASE WHEN found_copy <> NEW.address THEN NEW.address END;
	NEW.address := coalesce(found_copy, NEW.address);
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "part_pictures_copied" BEFORE INSERT OR UPDATE OF "address" ON "part_pictures" FOR EACH ROW
	WHEN (NEW.address ~* '^https?://') EXECUTE FUNCTION "show_copy_of_picture"();
--> statement-breakpoint
-- A copy that takes the place of its address is no edit.
CREATE OR REPLACE TRIGGER "parts_edited" BEFORE UPDATE ON "parts" FOR EACH ROW
	WHEN (NEW.version = OLD.version AND (NEW.number <> OLD.number OR
		(NEW.name, coalesce(NEW.img_given, NEW.img), NEW.description, NEW.minimum_quantity, NEW.price_cents,
			NEW.part_type_id, NEW.brand_id, NEW.life, NEW.pack_of, NEW.low_stock, NEW.hidden) IS DISTINCT FROM
		(OLD.name, coalesce(OLD.img_given, OLD.img), OLD.description, OLD.minimum_quantity, OLD.price_cents,
			OLD.part_type_id, OLD.brand_id, OLD.life, OLD.pack_of, OLD.low_stock, OLD.hidden)))
	EXECUTE FUNCTION "raise_part_version"();
--> statement-breakpoint
CREATE FUNCTION "backfill_4_picture_copies"() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO picture_copies (source)
		SELECT img FROM parts WHERE img ~* '^https?://' AND length(img) <= 2000
		UNION SELECT address FROM part_pictures WHERE address ~* '^https?://'
		ON CONFLICT DO NOTHING;
	UPDATE drizzle.backfills SET finished_at = now() WHERE name = 'backfill_4_picture_copies';
	RETURN false;
END
$$;
--> statement-breakpoint
INSERT INTO "drizzle"."backfills" ("name") VALUES ('backfill_4_picture_copies');
