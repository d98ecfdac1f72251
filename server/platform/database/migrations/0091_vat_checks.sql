-- An earlier release knows no refund of tax.
UPDATE "drizzle"."oldest_release" SET "migration" = '0091_vat_checks';--> statement-breakpoint
CREATE TABLE "vat_checks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"vat_id" text NOT NULL,
	"country" text NOT NULL,
	"name" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"registered_name" text DEFAULT '' NOT NULL,
	"checked_at" timestamp with time zone,
	"until" timestamp with time zone,
	"by_user" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "vat_checks_known" CHECK ("vat_checks"."state" in ('waiting', 'valid', 'invalid') and length("vat_checks"."vat_id") between 4 and 20
        and length("vat_checks"."country") = 2 and length("vat_checks"."name") <= 500
        and length("vat_checks"."registered_name") <= 500
        and ("vat_checks"."state" = 'waiting') = ("vat_checks"."checked_at" is null))
);
--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_reason_known";--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "approved" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "vat_checks_once" ON "vat_checks" USING btree ("vat_id","country","name");--> statement-breakpoint
CREATE INDEX "vat_checks_expiry" ON "vat_checks" USING btree ("until");--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_reason_known" CHECK ("refunds"."reason" in ('cancelled', 'late', 'second', 'mismatch',
        'return', 'withdrawal', 'goodwill', 'short', 'deposit', 'tax'));