ALTER TABLE "import_lines" ALTER COLUMN "after" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "whole" boolean DEFAULT false NOT NULL;