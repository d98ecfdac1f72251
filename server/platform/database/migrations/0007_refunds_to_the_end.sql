ALTER TABLE "payments" ADD COLUMN "disputed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "dispute_state" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "attempt" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "noes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "settled_note" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "settled_by" uuid;--> statement-breakpoint
CREATE INDEX "orders_paid" ON "orders" USING btree ("id") WHERE "orders"."state" = 'paid';--> statement-breakpoint
CREATE INDEX "orders_open" ON "orders" USING btree ("id") WHERE "orders"."state" in ('unpaid', 'paid');--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_settled_are_done" CHECK ("refunds"."settled_note" is null or "refunds"."state" = 'done');