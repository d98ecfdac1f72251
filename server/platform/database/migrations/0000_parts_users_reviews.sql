CREATE TABLE "parts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "parts_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"img" text NOT NULL,
	"description" text NOT NULL,
	"minimum_quantity" integer NOT NULL,
	"availabl_quantity" integer NOT NULL,
	"price_cents" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "parts_name_present" CHECK ("parts"."name" ~ '[^[:space:]]' and length("parts"."name") <= 200),
	CONSTRAINT "parts_description_bounded" CHECK (length("parts"."description") <= 4000),
	CONSTRAINT "parts_minimum_not_negative" CHECK ("parts"."minimum_quantity" >= 0),
	CONSTRAINT "parts_stock_not_negative" CHECK ("parts"."availabl_quantity" >= 0),
	CONSTRAINT "parts_price_positive" CHECK ("parts"."price_cents" between 1 and 1000000000)
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "reviews_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid,
	"name" text NOT NULL,
	"ratting" integer NOT NULL,
	"img" text NOT NULL,
	"description" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reviews_name_present" CHECK ("reviews"."name" ~ '[^[:space:]]' and length("reviews"."name") <= 200),
	CONSTRAINT "reviews_description_bounded" CHECK (length("reviews"."description") <= 4000),
	CONSTRAINT "reviews_ratting_in_scale" CHECK ("reviews"."ratting" between 0 and 5)
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "users_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"name" text NOT NULL,
	"role" text DEFAULT 'customer' NOT NULL,
	"password_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_present" CHECK (position('@' in "users"."email") > 1),
	CONSTRAINT "users_role_known" CHECK ("users"."role" in ('customer', 'admin'))
);
--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "parts_position" ON "parts" USING btree ("position");--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_position" ON "reviews" USING btree ("position");--> statement-breakpoint
CREATE INDEX "reviews_user" ON "reviews" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_position" ON "users" USING btree ("position");