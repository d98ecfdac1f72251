-- The oldest release that may run on these tables, by a migration that it must have. A release that
-- removes or renames what an older one uses updates it. Like the list of migrations no part of a backup.
CREATE TABLE "drizzle"."oldest_release" ("migration" text PRIMARY KEY);
--> statement-breakpoint
INSERT INTO "drizzle"."oldest_release" ("migration") VALUES ('0011_verified_emails');
