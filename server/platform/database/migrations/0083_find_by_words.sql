ALTER TABLE "returns" ADD COLUMN "words" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "returns_by_words" ON "returns" USING gin ("words" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "jobs_with_errors_by_kind" ON "jobs" USING btree ("kind",coalesce("payload" ->> 'kind', '')) WHERE "jobs"."last_error" is not null and "jobs"."lease" is null;--> statement-breakpoint
CREATE INDEX "jobs_by_words" ON "jobs" USING gin (lower("kind" || ' ' || coalesce("last_error", '') || ' ' || "payload"::text) gin_trgm_ops) WHERE "jobs"."last_error" is not null and "jobs"."lease" is null;--> statement-breakpoint
CREATE INDEX "jobs_by_values" ON "jobs" USING gin (jsonb_path_query_array("payload", '$.*')) WHERE "jobs"."last_error" is not null and "jobs"."lease" is null;
--> statement-breakpoint
CREATE FUNCTION "write_return_words"("given" uuid[]) RETURNS void LANGUAGE sql AS $$
  UPDATE "returns" SET "words" = lower(concat_ws(' ', o."email", o."name", (
    SELECT string_agg(concat_ws(' ', l."name", l."part_number", r."note"), ' ' ORDER BY l."position")
    FROM "return_lines" r JOIN "order_lines" l ON l."id" = r."order_line_id"
    WHERE r."return_id" = "returns"."id")))
  FROM "orders" o WHERE o."id" = "returns"."order_id" AND "returns"."id" = ANY("given");
$$;
--> statement-breakpoint
CREATE FUNCTION "write_words_of_lines"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "write_return_words"(ARRAY(SELECT DISTINCT "return_id" FROM "added"));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "return_lines_words" AFTER INSERT ON "return_lines" REFERENCING NEW TABLE AS "added"
  FOR EACH STATEMENT EXECUTE FUNCTION "write_words_of_lines"();
--> statement-breakpoint
CREATE FUNCTION "write_words_of_line"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "write_return_words"(ARRAY[NEW."return_id"]);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "return_lines_note_words" AFTER UPDATE OF "note" ON "return_lines" FOR EACH ROW
  WHEN (OLD."note" <> NEW."note") EXECUTE FUNCTION "write_words_of_line"();
--> statement-breakpoint
CREATE FUNCTION "write_words_of_order"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "write_return_words"(ARRAY(SELECT "id" FROM "returns" WHERE "order_id" = NEW."id"));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "orders_return_words" AFTER UPDATE OF "name", "email" ON "orders" FOR EACH ROW
  WHEN ((OLD."name", OLD."email") IS DISTINCT FROM (NEW."name", NEW."email"))
  EXECUTE FUNCTION "write_words_of_order"();
--> statement-breakpoint
SELECT "write_return_words"(ARRAY(SELECT "id" FROM "returns"));
