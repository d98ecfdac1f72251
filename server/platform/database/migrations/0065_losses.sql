CREATE TABLE "loss_lines" (
	"loss_id" uuid NOT NULL,
	"order_line_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "loss_lines_loss_id_order_line_id_pk" PRIMARY KEY("loss_id","order_line_id"),
	CONSTRAINT "loss_lines_quantity_positive" CHECK ("loss_lines"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "losses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"shipment_id" uuid NOT NULL,
	"resolution" text NOT NULL,
	"refund_id" uuid,
	"request_key" uuid NOT NULL,
	"by_user" uuid,
	"at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "losses_resolved" CHECK ("losses"."resolution" in ('replace', 'refund')
        and ("losses"."refund_id" is null or "losses"."resolution" = 'refund'))
);
--> statement-breakpoint
ALTER TABLE "shipment_lines" ADD COLUMN "lost" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "loss_lines" ADD CONSTRAINT "loss_lines_loss_id_losses_id_fk" FOREIGN KEY ("loss_id") REFERENCES "public"."losses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loss_lines" ADD CONSTRAINT "loss_lines_order_line_id_order_lines_id_fk" FOREIGN KEY ("order_line_id") REFERENCES "public"."order_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "losses" ADD CONSTRAINT "losses_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "losses" ADD CONSTRAINT "losses_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "losses" ADD CONSTRAINT "losses_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "loss_lines_of_line" ON "loss_lines" USING btree ("order_line_id");--> statement-breakpoint
CREATE UNIQUE INDEX "losses_request" ON "losses" USING btree ("shipment_id","request_key");--> statement-breakpoint
CREATE INDEX "losses_of_order" ON "losses" USING btree ("order_id");--> statement-breakpoint
ALTER TABLE "shipment_lines" ADD CONSTRAINT "shipment_lines_lost" CHECK ("shipment_lines"."lost" between 0 and "shipment_lines"."quantity");