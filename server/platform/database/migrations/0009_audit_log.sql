CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"admin_id" uuid,
	"who" text NOT NULL,
	"action" text NOT NULL,
	"about" uuid,
	"before" jsonb,
	"after" jsonb,
	"address" text NOT NULL,
	CONSTRAINT "audit_log_bounded" CHECK (length("audit_log"."who") <= 300 and length("audit_log"."action") <= 100
        and length("audit_log"."address") <= 100)
);
--> statement-breakpoint
CREATE FUNCTION "audit_log_is_kept"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'The audit log is only ever added to' USING ERRCODE = 'insufficient_privilege';
END
$$;
--> statement-breakpoint
CREATE TRIGGER "audit_log_kept" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_log"
	FOR EACH STATEMENT EXECUTE FUNCTION "audit_log_is_kept"();
