CREATE TABLE "basket_lines" (
	"basket_id" uuid NOT NULL,
	"part_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"saved" boolean DEFAULT false NOT NULL,
	"seen_cents" bigint NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "basket_lines_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	CONSTRAINT "basket_lines_basket_id_part_id_pk" PRIMARY KEY("basket_id","part_id"),
	CONSTRAINT "basket_lines_bounded" CHECK ("basket_lines"."quantity" between 1 and 1000000000 and "basket_lines"."seen_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "baskets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"token_hash" "bytea",
	"touched_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "baskets_of_one" CHECK (num_nonnulls("baskets"."user_id", "baskets"."token_hash") = 1)
);
--> statement-breakpoint
CREATE TABLE "checkouts" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"address" jsonb,
	"method" text,
	"vat_id" text DEFAULT '' NOT NULL,
	"reference" text DEFAULT '' NOT NULL,
	"touched_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "checkouts_bounded" CHECK (length("checkouts"."vat_id") <= 20 and length("checkouts"."reference") <= 60
        and length("checkouts"."address"::text) <= 4000)
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"section" text NOT NULL,
	"version" integer NOT NULL,
	"value" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "settings_section_version_pk" PRIMARY KEY("section","version"),
	CONSTRAINT "settings_version_positive" CHECK ("settings"."version" > 0)
);
--> statement-breakpoint
ALTER TABLE "parts" ADD COLUMN "weight_grams" integer;--> statement-breakpoint
ALTER TABLE "parts" ADD COLUMN "bulky" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "parts" ADD COLUMN "dangerous" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "parts" ADD COLUMN "tax_class" text DEFAULT 'standard' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "ship_to" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "vat_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "reference" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "basket_lines" ADD CONSTRAINT "basket_lines_basket_id_baskets_id_fk" FOREIGN KEY ("basket_id") REFERENCES "public"."baskets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "baskets" ADD CONSTRAINT "baskets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "baskets_user" ON "baskets" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "baskets_token" ON "baskets" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "baskets_forgotten" ON "baskets" USING btree ("touched_at") WHERE "baskets"."user_id" is null;--> statement-breakpoint
ALTER TABLE "parts" ADD CONSTRAINT "parts_weight_positive" CHECK ("parts"."weight_grams" > 0);