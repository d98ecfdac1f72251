CREATE INDEX "orders_by_promise" ON "orders" USING btree (coalesce("delivery" ->> 'until', '9999-12-31'),"id");--> statement-breakpoint
CREATE INDEX "orders_by_state" ON "orders" USING btree ("state","fulfilment_state","id");--> statement-breakpoint
CREATE INDEX "orders_by_refund" ON "orders" USING btree ("refunded_cents","id");