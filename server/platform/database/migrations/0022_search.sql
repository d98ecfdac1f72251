-- As contract/rules/search-words.ts. Its cost keeps the planner from calling it for many rows.
CREATE FUNCTION "search_words"(written text) RETURNS text[] IMMUTABLE STRICT PARALLEL SAFE COST 10000 LANGUAGE sql
	RETURN (SELECT coalesce(array_agg(word ORDER BY place), '{}') FROM (
		SELECT word, min(at) AS place FROM (
			SELECT regexp_replace(left(found[1], 40), '\.$', '') COLLATE "C" AS word, at
			FROM regexp_matches(
				regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
					translate(regexp_replace(normalize(written COLLATE "C", NFKD), '[\u0300-\u036f]', '', 'g'),
						'ABCDEFGHIJKLMNOPQRSTUVWXYZ×АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ',
						'abcdefghijklmnopqrstuvwxyzxабвгдежзийклмнопрстуфхцчшщъыьэюяαβγδεζηθικλμνξοπρστυφχψω'),
					'([0-9]),(?=[0-9])', '\1.', 'g'),
					'([0-9]) *x *(?=[0-9])', '\1x', 'g'),
					'([0-9]) +(mm|cm|m|v|a|ah|w|kw|kg|g|l|ml|nm|bar|ohm|kohm|teeth|pin|stud)(?![a-z0-9-])', '\1\2', 'g'),
					'(?<![0-9])\.', ' ', 'g'),
					'\.(?![0-9])', ' ', 'g'),
				'([0-9a-z.\u00df-\u1fff\u2c00-\u2dff\u3040-\ud7ff]+)', 'g') WITH ORDINALITY AS matches (found, at)
		) words GROUP BY word ORDER BY place LIMIT 30
	) first_words);
--> statement-breakpoint
CREATE TABLE "known_words" (
	"word" text collate "C" PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "missed_searches" (
	"day" date NOT NULL,
	"term" text NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "missed_searches_day_term_pk" PRIMARY KEY("day","term"),
	CONSTRAINT "missed_searches_bounded" CHECK (length("missed_searches"."term") between 1 and 80)
);
--> statement-breakpoint
CREATE INDEX "known_words_similar" ON "known_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "parts_by_words" ON "parts" USING gin (search_words("name"));
--> statement-breakpoint
CREATE FUNCTION "record_known_words"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO known_words (word)
		SELECT DISTINCT word FROM added, unnest(search_words(added.name)) words (word)
		WHERE NOT EXISTS (SELECT FROM known_words known WHERE known.word = words.word)
		ORDER BY word ON CONFLICT DO NOTHING;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "parts_words_known" AFTER INSERT ON "parts" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION "record_known_words"();
--> statement-breakpoint
CREATE FUNCTION "record_words_of_new_name"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO known_words (word)
		SELECT word FROM unnest(search_words(NEW.name)) words (word)
		WHERE NOT EXISTS (SELECT FROM known_words known WHERE known.word = words.word)
		ORDER BY word ON CONFLICT DO NOTHING;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "parts_renamed" AFTER UPDATE OF "name" ON "parts" FOR EACH ROW
	WHEN (NEW.name <> OLD.name) EXECUTE FUNCTION "record_words_of_new_name"();
--> statement-breakpoint
CREATE FUNCTION "backfill_4_known_words"() RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE last uuid;
BEGIN
	WITH batch AS (
		SELECT id, position, name FROM parts
		WHERE position > coalesce((SELECT position FROM parts WHERE id = (
			SELECT after FROM drizzle.backfills WHERE name = 'backfill_4_known_words')), 0)
		ORDER BY position LIMIT 2000
	), added AS (
		INSERT INTO known_words (word)
			SELECT DISTINCT word FROM batch, unnest(search_words(batch.name)) word
			ORDER BY word ON CONFLICT DO NOTHING
	)
	SELECT id INTO last FROM batch ORDER BY position DESC LIMIT 1;
	UPDATE drizzle.backfills SET after = coalesce(last, after),
		finished_at = CASE WHEN last IS NULL THEN now() END WHERE name = 'backfill_4_known_words';
	RETURN last IS NOT NULL;
END
$$;
--> statement-breakpoint
INSERT INTO "drizzle"."backfills" ("name") VALUES ('backfill_4_known_words');
