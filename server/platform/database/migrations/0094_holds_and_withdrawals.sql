ALTER TABLE "reservations" ADD COLUMN "wide_network" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "hold_renewals" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "confirm_hash" "bytea";--> statement-breakpoint
CREATE INDEX "reservations_wide_network" ON "reservations" USING btree ("wide_network") WHERE "reservations"."state" = 'held';--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawals_confirm" ON "withdrawals" USING btree ("confirm_hash");