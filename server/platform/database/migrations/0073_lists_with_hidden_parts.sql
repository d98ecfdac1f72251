DROP INDEX "parts_by_price";--> statement-breakpoint
DROP INDEX "parts_by_lower_name";--> statement-breakpoint
CREATE INDEX "jobs_with_errors" ON "jobs" USING btree (coalesce("failed_at", "last_run_at", "created_at"),"id") WHERE "jobs"."last_error" is not null and "jobs"."lease" is null;--> statement-breakpoint
CREATE INDEX "parts_by_price" ON "parts" USING btree ("price_cents","position") WHERE "parts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "parts_by_lower_name" ON "parts" USING btree (lower("name"),"position") WHERE "parts"."deleted_at" is null;