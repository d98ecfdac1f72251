CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"ending" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "api_keys_bounded" CHECK (length("api_keys"."name") between 1 and 80)
);
--> statement-breakpoint
DROP INDEX "audit_log_about";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "limited_role" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "hidden_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "answer" text;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_token" ON "api_keys" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "api_keys_user" ON "api_keys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "users_by_name" ON "users" USING btree (lower("name"),"position");--> statement-breakpoint
CREATE INDEX "users_by_words" ON "users" USING gin (lower("name" || ' ' || "email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_admins" ON "users" USING btree ("position") WHERE "users"."role" = 'admin';--> statement-breakpoint
CREATE INDEX "audit_log_of_thing" ON "audit_log" USING btree ("about","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_newest" ON "audit_log" USING btree ("at","id") WHERE "audit_log"."part_of" is null;--> statement-breakpoint
CREATE INDEX "audit_log_of_admin" ON "audit_log" USING btree ("admin_id","at","id") WHERE "audit_log"."part_of" is null;--> statement-breakpoint
CREATE INDEX "audit_log_of_action" ON "audit_log" USING btree ("action","at","id") WHERE "audit_log"."part_of" is null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_limited_role_known" CHECK ("users"."limited_role" is null or ("users"."role" = 'admin'
        and "users"."limited_role" in ('catalogue', 'orders', 'support', 'read-only')));--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_answer_bounded" CHECK (length("reviews"."answer") between 1 and 2000);--> statement-breakpoint
CREATE FUNCTION "tell_of_actions"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "outbox" ("name", "about", "tags", "data")
  SELECT 'action.recorded', "id"::text, '{audit}', '{}' FROM "added" LIMIT 1;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "audit_log_told" AFTER INSERT ON "audit_log" REFERENCING NEW TABLE AS "added"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_of_actions"();
