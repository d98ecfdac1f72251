CREATE TABLE "stock_alerts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"part_id" uuid NOT NULL,
	"email" text NOT NULL,
	"user_id" uuid,
	"confirmed_at" timestamp with time zone,
	"told_at" timestamp with time zone,
	"token_hash" "bytea",
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "stock_alerts_email_bounded" CHECK (position('@' in "stock_alerts"."email") > 1 and length("stock_alerts"."email") <= 254),
	CONSTRAINT "stock_alerts_told_confirmed" CHECK ("stock_alerts"."told_at" is null or "stock_alerts"."confirmed_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "stock_alerts" ADD CONSTRAINT "stock_alerts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "stock_alerts_once" ON "stock_alerts" USING btree ("part_id","email") WHERE "stock_alerts"."told_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "stock_alerts_token" ON "stock_alerts" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "stock_alerts_email" ON "stock_alerts" USING btree ("email");--> statement-breakpoint
CREATE INDEX "stock_alerts_user" ON "stock_alerts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "stock_alerts_expiry" ON "stock_alerts" USING btree ("expires_at");