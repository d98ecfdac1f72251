CREATE TABLE "fit_failures" (
	"application_id" bigint NOT NULL,
	"order_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	"released_at" timestamp with time zone,
	CONSTRAINT "fit_failures_application_id_order_id_pk" PRIMARY KEY("application_id","order_id")
);
--> statement-breakpoint
CREATE TABLE "fit_proofs" (
	"order_line_id" uuid PRIMARY KEY NOT NULL,
	"part_id" uuid NOT NULL,
	"vehicle_id" integer NOT NULL,
	"vehicle" text NOT NULL,
	"known" jsonb NOT NULL,
	"known_written" text[] NOT NULL,
	"says" text NOT NULL,
	"reason" text NOT NULL,
	"application_ids" bigint[] NOT NULL,
	"applications" text[] NOT NULL,
	"said_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "fit_proofs_bounded" CHECK ("fit_proofs"."says" in ('yes', 'no', 'yes-if', 'not-known')
        and cardinality("fit_proofs"."application_ids") = cardinality("fit_proofs"."applications")
        and ("fit_proofs"."says" = 'yes' or cardinality("fit_proofs"."application_ids") = 0)
        and jsonb_typeof("fit_proofs"."known") = 'array')
);
--> statement-breakpoint
CREATE INDEX "fit_proofs_of_part" ON "fit_proofs" USING btree ("part_id") WHERE "fit_proofs"."says" = 'yes';--> statement-breakpoint
CREATE TRIGGER "fit_proofs_frozen" BEFORE UPDATE OR DELETE ON "fit_proofs"
	FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
