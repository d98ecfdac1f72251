DROP INDEX "jobs_due";--> statement-breakpoint
ALTER TABLE "baskets" ADD COLUMN "read_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "share" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "turn" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "baskets_unread" ON "baskets" USING btree ("touched_at") WHERE "baskets"."user_id" is null and "baskets"."read_at" is null;--> statement-breakpoint
CREATE INDEX "jobs_of_share" ON "jobs" USING btree ("kind","priority","share","turn") WHERE "jobs"."failed_at" is null and "jobs"."share" is not null;--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("kind","priority","turn","run_at") WHERE "jobs"."failed_at" is null;--> statement-breakpoint
-- Whether anybody looked at these is not known.
UPDATE "baskets" SET "read_at" = "touched_at";
