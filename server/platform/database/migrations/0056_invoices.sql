CREATE TABLE "document_counters" (
	"series" text NOT NULL,
	"year" smallint NOT NULL,
	"last" integer NOT NULL,
	"last_on" date NOT NULL,
	CONSTRAINT "document_counters_series_year_pk" PRIMARY KEY("series","year"),
	CONSTRAINT "document_counters_known" CHECK ("document_counters"."series" in ('INV', 'CRN') and "document_counters"."last" > 0
        and extract(year from "document_counters"."last_on") = "document_counters"."year")
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"series" text NOT NULL,
	"year" smallint NOT NULL,
	"number" integer NOT NULL,
	"order_id" uuid NOT NULL,
	"refund_id" uuid,
	"corrects" uuid,
	"cause" text NOT NULL,
	"issued_on" date NOT NULL,
	"total_cents" bigint NOT NULL,
	"tax_cents" bigint NOT NULL,
	"data" jsonb NOT NULL,
	"pdf_sha256" "bytea",
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "documents_known" CHECK ("documents"."series" in ('INV', 'CRN') and "documents"."number" > 0
        and ("documents"."series" = 'CRN') = ("documents"."corrects" is not null)
        and extract(year from "documents"."issued_on") = "documents"."year"
        and "documents"."total_cents" > 0 and "documents"."tax_cents" between 0 and "documents"."total_cents")
);
--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_counted" FOREIGN KEY ("series","year") REFERENCES "public"."document_counters"("series","year") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_corrected" FOREIGN KEY ("corrects") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "documents_number" ON "documents" USING btree ("series","year","number");--> statement-breakpoint
CREATE UNIQUE INDEX "documents_cause" ON "documents" USING btree ("order_id","cause");--> statement-breakpoint
CREATE INDEX "documents_of_refund" ON "documents" USING btree ("refund_id");
--> statement-breakpoint
CREATE FUNCTION "refuse_document_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF OLD."pdf_sha256" IS NULL AND (to_jsonb(OLD) - 'pdf_sha256') = (to_jsonb(NEW) - 'pdf_sha256') THEN
		RETURN NEW;
	END IF;
	RAISE 'documents are frozen' USING errcode = '23514', constraint = 'frozen';
END $$;
--> statement-breakpoint
CREATE TRIGGER "documents_frozen" BEFORE UPDATE ON "documents"
	FOR EACH ROW EXECUTE FUNCTION "refuse_document_change"();--> statement-breakpoint
CREATE TRIGGER "documents_kept" BEFORE DELETE ON "documents"
	FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
