CREATE INDEX "orders_to_ship" ON "orders" USING btree ("id") WHERE "orders"."state" = 'paid'
      and "orders"."fulfilment_state" in ('none', 'packed', 'partly_shipped');--> statement-breakpoint
CREATE INDEX "orders_paid_at" ON "orders" USING btree ("paid_at","total_cents");--> statement-breakpoint
CREATE INDEX "refunds_done" ON "refunds" USING btree ("done_at","amount_cents");