CREATE TABLE "legal_texts" (
	"page" text NOT NULL,
	"version" integer NOT NULL,
	"text" text NOT NULL,
	"saved_by" uuid NOT NULL,
	"saved_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "legal_texts_page_version_pk" PRIMARY KEY("page","version"),
	CONSTRAINT "legal_texts_bounded" CHECK ("legal_texts"."version" > 0 and length("legal_texts"."text") between 1 and 20000
        and "legal_texts"."page" in ('terms', 'privacy', 'withdrawal', 'delivery-and-returns', 'imprint'))
);
--> statement-breakpoint
CREATE FUNCTION "present_legal_versions"() RETURNS jsonb LANGUAGE sql STABLE AS $$
	SELECT coalesce(jsonb_object_agg(page, version), '{}')
	FROM (SELECT page, max(version) AS version FROM legal_texts GROUP BY page) AS present
$$;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "legal_versions" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "legal_versions" SET DEFAULT present_legal_versions();--> statement-breakpoint
CREATE TRIGGER "orders_legal_frozen" BEFORE UPDATE OF "legal_versions" ON "orders"
	FOR EACH ROW EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
CREATE TRIGGER "legal_texts_frozen" BEFORE UPDATE OR DELETE ON "legal_texts"
	FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
