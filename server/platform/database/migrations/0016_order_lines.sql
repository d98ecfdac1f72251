-- The previous release goes on beside this one. Checks of existing tables are not validated: that
-- would read them under a lock. The next release validates them when all rows are carried over.
LOCK TABLE "parts", "orders" IN ACCESS EXCLUSIVE MODE;
--> statement-breakpoint
CREATE SEQUENCE "public"."order_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "order_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"kind" text NOT NULL,
	"parent_id" uuid,
	"part_id" uuid,
	"part_number" text DEFAULT '' NOT NULL,
	"name" text NOT NULL,
	"quantity" integer NOT NULL,
	"list_cents" bigint NOT NULL,
	"unit_cents" bigint NOT NULL,
	"total_cents" bigint NOT NULL,
	"due_cents" bigint NOT NULL,
	"discount_cents" bigint DEFAULT 0 NOT NULL,
	"tax_cents" bigint DEFAULT 0 NOT NULL,
	"refunded_cents" bigint DEFAULT 0 NOT NULL,
	"tax_class" text DEFAULT 'standard' NOT NULL,
	"tax_rate_bp" integer DEFAULT 0 NOT NULL,
	"cancelled" integer DEFAULT 0 NOT NULL,
	"shipped" integer DEFAULT 0 NOT NULL,
	"returned" integer DEFAULT 0 NOT NULL,
	"lost" integer DEFAULT 0 NOT NULL,
	"replaced" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "order_lines_position" UNIQUE("order_id","position"),
	CONSTRAINT "order_lines_of_order" UNIQUE("order_id","id"),
	CONSTRAINT "order_lines_kind" CHECK ("order_lines"."kind" in ('part', 'deposit', 'delivery') and "order_lines"."position" > 0
        and ("order_lines"."kind" = 'part') = ("order_lines"."part_id" is not null)
        and ("order_lines"."kind" = 'deposit') = ("order_lines"."parent_id" is not null)),
	CONSTRAINT "order_lines_amounts" CHECK ("order_lines"."quantity" > 0 and "order_lines"."unit_cents" between 0 and "order_lines"."list_cents"
        and "order_lines"."discount_cents" between 0 and "order_lines"."unit_cents" * "order_lines"."quantity"
        and ("order_lines"."kind" <> 'deposit' or "order_lines"."discount_cents" = 0)
        and "order_lines"."total_cents" = "order_lines"."unit_cents" * "order_lines"."quantity" - "order_lines"."discount_cents"
        and "order_lines"."tax_rate_bp" between 0 and 10000 and "order_lines"."tax_cents" between 0 and "order_lines"."total_cents"
        and "order_lines"."due_cents" in ("order_lines"."total_cents", "order_lines"."total_cents" + "order_lines"."tax_cents")
        and "order_lines"."refunded_cents" between 0 and "order_lines"."due_cents"),
	CONSTRAINT "order_lines_pieces" CHECK (least("order_lines"."cancelled", "order_lines"."shipped", "order_lines"."returned", "order_lines"."lost", "order_lines"."replaced") >= 0
        and "order_lines"."cancelled" + "order_lines"."shipped" - "order_lines"."replaced" <= "order_lines"."quantity"
        and "order_lines"."returned" + "order_lines"."lost" <= "order_lines"."shipped"
        and "order_lines"."replaced" <= "order_lines"."returned" + "order_lines"."lost")
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_total_is_price_times_quantity";--> statement-breakpoint
ALTER TABLE "stock" DROP CONSTRAINT "stock_part_id_parts_id_fk";
--> statement-breakpoint
ALTER TABLE "parts" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "payment_state" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "fulfilment_state" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "number" bigint;--> statement-breakpoint
-- Apart, because a column added with this default rewrites the table.
ALTER TABLE "orders" ALTER COLUMN "number" SET DEFAULT nextval('order_numbers');--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "goods_cents" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "discount_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "deposit_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivery_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tax_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refunded_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tax_mode" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "hold_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivery" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "pricing" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_parent" FOREIGN KEY ("order_id","parent_id") REFERENCES "public"."order_lines"("order_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inventory_movements_line" ON "inventory_movements" USING btree ("order_line_id");--> statement-breakpoint
CREATE INDEX "inventory_movements_by_hand" ON "inventory_movements" USING btree ("id") WHERE "inventory_movements"."reason" = 'edit' and "inventory_movements"."note" = 'by hand';--> statement-breakpoint
CREATE INDEX "inventory_movements_lapsed" ON "inventory_movements" USING btree ("by_user","part_id") WHERE "inventory_movements"."reason" = 'expire';--> statement-breakpoint
CREATE UNIQUE INDEX "orders_number" ON "orders" USING btree ("number");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_total_positive" CHECK ("orders"."total_cents" > 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_total_adds_up" CHECK ("orders"."total_cents" = "orders"."goods_cents" - "orders"."discount_cents" + "orders"."deposit_cents"
        + "orders"."delivery_cents" + case "orders"."tax_mode" when 'added' then "orders"."tax_cents" else 0 end) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_amounts_in_bounds" CHECK (least("orders"."goods_cents", "orders"."discount_cents", "orders"."deposit_cents",
          "orders"."delivery_cents", "orders"."tax_cents") >= 0
        and "orders"."discount_cents" <= "orders"."goods_cents"
        and "orders"."refunded_cents" between 0 and "orders"."total_cents"
        and ("orders"."tax_mode" not in ('reverse', 'none') or "orders"."tax_cents" = 0)) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_states_known" CHECK ("orders"."tax_mode" in ('contained', 'added', 'reverse', 'none')
        and "orders"."fulfilment_state"
          in ('none', 'packed', 'partly_shipped', 'shipped', 'delivered', 'returned')
        and "orders"."state" = case "orders"."payment_state"
          when 'processing' then 'unpaid' when 'closed' then 'cancelled'
          else coalesce("orders"."payment_state", "orders"."state") end) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_shipped_are_paid" CHECK ("orders"."fulfilment_state" in ('none', 'packed')
        or "orders"."payment_state" in ('paid', 'refunding', 'refunded')) NOT VALID;