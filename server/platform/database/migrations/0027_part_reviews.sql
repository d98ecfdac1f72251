ALTER TABLE "reviews" ADD COLUMN "part_id" uuid;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "picture" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "bought_here" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_once_of_part" ON "reviews" USING btree ("user_id","part_id") WHERE "reviews"."part_id" is not null;--> statement-breakpoint
CREATE INDEX "reviews_of_part" ON "reviews" USING btree ("part_id","position") WHERE "reviews"."part_id" is not null;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_picture_bounded" CHECK (length("reviews"."picture") <= 2000);