ALTER TABLE "return_lines" ADD COLUMN "wants" text;--> statement-breakpoint
ALTER TABLE "return_lines" ADD CONSTRAINT "return_lines_wants" CHECK ("return_lines"."wants" is null or "return_lines"."wants" in ('refund', 'replace')
        and "return_lines"."reason" in ('wrong_part', 'damaged', 'defective'));