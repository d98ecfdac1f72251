ALTER TABLE "ledger_checks" ADD COLUMN "notes" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "payments_settled" ON "payments" USING btree ("settled_at");--> statement-breakpoint
CREATE INDEX "stock_movements_by_hand" ON "stock_movements" USING btree ("position") WHERE "stock_movements"."reason" = 'by hand';