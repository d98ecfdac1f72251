CREATE TABLE "provider_customers" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "provider_customers" ADD CONSTRAINT "provider_customers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "provider_customers_user" ON "provider_customers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "provider_customers_left" ON "provider_customers" USING btree ("created_at") WHERE "provider_customers"."user_id" is null;