DROP INDEX "letters_next_try";--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "priority" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_verified_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "letters_next" ON "letters" USING btree ("priority","next_try_at");--> statement-breakpoint
UPDATE "users" SET "email_verified_at" = "created_at" WHERE "id" IN (SELECT "user_id" FROM "identities");
