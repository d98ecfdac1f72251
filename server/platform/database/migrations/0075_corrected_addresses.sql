CREATE TABLE "corrected_addresses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT shop_now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "corrected_addresses" ADD CONSTRAINT "corrected_addresses_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corrected_addresses" ADD CONSTRAINT "corrected_addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "corrected_addresses_of_order" ON "corrected_addresses" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "corrected_addresses_of_user" ON "corrected_addresses" USING btree ("user_id");