CREATE TABLE "saved_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"params" jsonb NOT NULL,
	"columns" jsonb NOT NULL,
	"shared" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "saved_views_name" UNIQUE("user_id","list","name"),
	CONSTRAINT "saved_views_bounded" CHECK (length("saved_views"."name") between 1 and 40)
);
--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saved_views_shared" ON "saved_views" USING btree ("list") WHERE "saved_views"."shared";--> statement-breakpoint
CREATE INDEX "order_lines_of_part" ON "order_lines" USING btree ("part_id","order_id") WHERE "order_lines"."kind" = 'part';--> statement-breakpoint
CREATE INDEX "orders_by_payment" ON "orders" USING btree ("payment_state","id");--> statement-breakpoint
CREATE INDEX "orders_by_fulfilment" ON "orders" USING btree ("fulfilment_state","id");--> statement-breakpoint
CREATE INDEX "orders_by_contact" ON "orders" USING gin (lower("phone" || ' ' || "address") gin_trgm_ops);