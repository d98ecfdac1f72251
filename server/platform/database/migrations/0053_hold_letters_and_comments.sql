CREATE TABLE "basket_comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"basket_id" uuid NOT NULL,
	"part_id" uuid NOT NULL,
	"name" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "basket_comments_bounded" CHECK (length("basket_comments"."name") <= 60 and length("basket_comments"."text") between 1 and 500)
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "hold_letter_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "basket_comments" ADD CONSTRAINT "basket_comments_line" FOREIGN KEY ("basket_id","part_id") REFERENCES "public"."basket_lines"("basket_id","part_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "basket_comments_of_line" ON "basket_comments" USING btree ("basket_id","part_id");