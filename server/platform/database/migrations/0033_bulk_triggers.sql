-- Room for the next version of a row on its page: then a change of stock writes no index.
ALTER TABLE "parts" SET (fillfactor = 80);
--> statement-breakpoint
-- Once for each statement. Row by row, what the indexes compute was prepared again for each part.
-- Plans are kept: one made while the table was small would read all of it for each change.
CREATE OR REPLACE FUNCTION "show_available_stock"() RETURNS trigger LANGUAGE plpgsql
	SET enable_seqscan = off AS $$
BEGIN
	UPDATE parts SET availabl_quantity = changed.available FROM changed
	WHERE parts.id = changed.part_id AND parts.availabl_quantity <> changed.available;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "stock_shown_first" AFTER INSERT ON "stock" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "show_available_stock"();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "stock_shown" AFTER UPDATE ON "stock" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "show_available_stock"();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "record_words_of_new_name"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO known_words (word)
		SELECT DISTINCT word
		FROM after JOIN before ON before.id = after.id AND before.name <> after.name,
			unnest(search_words(after.name)) words (word)
		WHERE NOT EXISTS (SELECT FROM known_words known WHERE known.word = words.word)
		ORDER BY word ON CONFLICT DO NOTHING;
	RETURN NULL;
END
$$;
--> statement-breakpoint
-- Stock is changed by a trigger, and has no name.
CREATE OR REPLACE TRIGGER "parts_renamed" AFTER UPDATE ON "parts"
	REFERENCING OLD TABLE AS before NEW TABLE AS after
	FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION "record_words_of_new_name"();
