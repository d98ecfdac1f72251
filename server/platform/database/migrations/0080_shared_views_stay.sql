ALTER TABLE "saved_views" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
CREATE INDEX "users_by_price_group" ON "users" USING btree ("price_group","position") WHERE "users"."price_group" is not null;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_owned" CHECK ("saved_views"."user_id" is not null or "saved_views"."shared");--> statement-breakpoint
-- What is shared stays when its author goes; the views of one's own go with the account.
CREATE FUNCTION keep_shared_views() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE saved_views SET user_id = NULL WHERE user_id = old.id AND shared;
	RETURN old;
END $$;--> statement-breakpoint
CREATE TRIGGER users_shared_views BEFORE DELETE ON "users" FOR EACH ROW EXECUTE FUNCTION keep_shared_views();
