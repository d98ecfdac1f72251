CREATE TABLE "settled_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"settled_by" uuid NOT NULL,
	"settled_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	"review_id" uuid NOT NULL,
	"reporter" uuid NOT NULL,
	"reason" text NOT NULL,
	"note" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "settled_reports_bounded" CHECK (length("settled_reports"."note") <= 500)
);
--> statement-breakpoint
ALTER TABLE "settled_reports" ADD CONSTRAINT "settled_reports_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "settled_reports_by_change" ON "settled_reports" USING btree ("settled_by");--> statement-breakpoint
CREATE INDEX "settled_reports_of_review" ON "settled_reports" USING btree ("review_id");--> statement-breakpoint
CREATE INDEX "settled_reports_by_reporter" ON "settled_reports" USING btree ("reporter");