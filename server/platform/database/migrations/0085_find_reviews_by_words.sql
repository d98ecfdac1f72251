ALTER TABLE "reviews" ADD COLUMN "words" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "reviews_by_words" ON "reviews" USING gin ("words" gin_trgm_ops);
--> statement-breakpoint
CREATE FUNCTION "words_of_review"("reviews") RETURNS text LANGUAGE sql STABLE AS $$
  SELECT lower(concat_ws(' ', $1."name", $1."description", $1."answer",
    (SELECT u."email" FROM "users" u WHERE u."id" = $1."user_id"),
    (SELECT concat_ws(' ', p."number", p."name") FROM "parts" p WHERE p."id" = $1."part_id")));
$$;
--> statement-breakpoint
CREATE FUNCTION "write_words_of_review"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."words" := "words_of_review"(NEW);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "reviews_words" BEFORE INSERT OR UPDATE OF "name", "description", "answer", "user_id", "part_id"
  ON "reviews" FOR EACH ROW EXECUTE FUNCTION "write_words_of_review"();
--> statement-breakpoint
CREATE FUNCTION "write_words_of_reviewer"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "reviews" r SET "words" = "words_of_review"(r) WHERE r."user_id" = NEW."id";
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "users_review_words" AFTER UPDATE OF "email" ON "users" FOR EACH ROW
  WHEN (OLD."email" <> NEW."email") EXECUTE FUNCTION "write_words_of_reviewer"();
--> statement-breakpoint
CREATE FUNCTION "write_words_of_reviewed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "reviews" r SET "words" = "words_of_review"(r) WHERE r."part_id" = NEW."id";
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "parts_review_words" AFTER UPDATE OF "name", "number" ON "parts" FOR EACH ROW
  WHEN ((OLD."name", OLD."number") IS DISTINCT FROM (NEW."name", NEW."number"))
  EXECUTE FUNCTION "write_words_of_reviewed"();
--> statement-breakpoint
UPDATE "reviews" r SET "words" = "words_of_review"(r);
