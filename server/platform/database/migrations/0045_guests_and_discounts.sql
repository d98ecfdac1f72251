CREATE TABLE "past_prices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "past_prices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"part_id" uuid NOT NULL,
	"cents" bigint NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "addresses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"address" jsonb NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "addresses_bounded" CHECK (length("addresses"."address"::text) <= 4000)
);
--> statement-breakpoint
CREATE TABLE "discount_uses" (
	"discount" text NOT NULL,
	"order_id" uuid NOT NULL,
	"user_id" uuid,
	CONSTRAINT "discount_uses_discount_order_id_pk" PRIMARY KEY("discount","order_id")
);
--> statement-breakpoint
CREATE TABLE "sign_in_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"email" text NOT NULL,
	"code_hash" "bytea",
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "baskets" ADD COLUMN "codes" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "baskets" ADD COLUMN "share_hash" "bytea";--> statement-breakpoint
ALTER TABLE "baskets" ADD COLUMN "share_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "parts" ADD COLUMN "deposit_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "price_group" text;--> statement-breakpoint
ALTER TABLE "past_prices" ADD CONSTRAINT "past_prices_part_id_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."parts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_uses" ADD CONSTRAINT "discount_uses_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_uses" ADD CONSTRAINT "discount_uses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "past_prices_of_part" ON "past_prices" USING btree ("part_id","until");--> statement-breakpoint
CREATE INDEX "addresses_of_user" ON "addresses" USING btree ("user_id","used_at");--> statement-breakpoint
CREATE INDEX "discount_uses_of_order" ON "discount_uses" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "discount_uses_of_user" ON "discount_uses" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sign_in_codes_token" ON "sign_in_codes" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sign_in_codes_expiry" ON "sign_in_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "baskets_share" ON "baskets" USING btree ("share_hash");--> statement-breakpoint
ALTER TABLE "baskets" ADD CONSTRAINT "baskets_few_codes" CHECK (cardinality("baskets"."codes") <= 5);--> statement-breakpoint
ALTER TABLE "parts" ADD CONSTRAINT "parts_deposit_in_bounds" CHECK ("parts"."deposit_cents" between 0 and 10000000);--> statement-breakpoint
CREATE FUNCTION "keep_past_price"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO past_prices (part_id, cents, until) VALUES (old.id, old.price_cents, shop_now());
  RETURN null;
END $$;--> statement-breakpoint
CREATE TRIGGER "parts_price_changed" AFTER UPDATE OF "price_cents" ON "parts" FOR EACH ROW
  WHEN (old.price_cents IS DISTINCT FROM new.price_cents) EXECUTE FUNCTION "keep_past_price"();
