DROP INDEX "jobs_due";--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("kind","priority","run_at") WHERE "jobs"."failed_at" is null;