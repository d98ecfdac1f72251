ALTER TABLE "audit_log" ADD COLUMN "part_of" uuid;--> statement-breakpoint
CREATE INDEX "audit_log_part_of" ON "audit_log" USING btree ("part_of") WHERE "audit_log"."part_of" is not null;