-- An earlier release cannot read an order on account.
UPDATE "drizzle"."oldest_release" SET "migration" = '0071_accounts';--> statement-breakpoint
CREATE TABLE "account_receipts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"cause" uuid NOT NULL,
	"cents" bigint NOT NULL,
	"is_undo" boolean DEFAULT false NOT NULL,
	"received_on" date NOT NULL,
	"reference" text DEFAULT '' NOT NULL,
	"by_user" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "account_receipts_known" CHECK ("account_receipts"."cents" <> 0 and length("account_receipts"."reference") <= 100)
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_states_known";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_shipped_are_paid";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_paid_by_a_payment";--> statement-breakpoint
DROP INDEX "orders_to_ship";--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "credit_limit_cents" bigint;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "payment_days" smallint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "due_on" date;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "method" text DEFAULT 'card' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "received_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "reminders" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "reminded_on" date;--> statement-breakpoint
ALTER TABLE "account_receipts" ADD CONSTRAINT "account_receipts_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_receipts_of_payment" ON "account_receipts" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "account_receipts_once" ON "account_receipts" USING btree ("cause","is_undo");--> statement-breakpoint
CREATE INDEX "companies_by_name" ON "companies" USING gin (lower("name" || ' ' || "vat_id") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "payments_on_account" ON "payments" USING btree ("order_id") WHERE "payments"."method" = 'account';--> statement-breakpoint
CREATE INDEX "orders_to_ship" ON "orders" USING btree ("id") WHERE ("orders"."state" = 'paid' or "orders"."payment_state" = 'account')
      and "orders"."fulfilment_state" in ('none', 'packed', 'partly_shipped');--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_credit" CHECK (("companies"."credit_limit_cents" is null) = ("companies"."payment_days" is null)
        and "companies"."credit_limit_cents" > 0 and "companies"."payment_days" between 0 and 365);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_states_known" CHECK ("orders"."tax_mode" in ('contained', 'added', 'reverse', 'none')
        and "orders"."fulfilment_state"
          in ('none', 'packed', 'partly_shipped', 'shipped', 'delivered', 'returned')
        and "orders"."state" = case "orders"."payment_state"
          when 'processing' then 'unpaid' when 'account' then 'unpaid' when 'closed' then 'cancelled'
          else "orders"."payment_state" end);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_shipped_are_paid" CHECK ("orders"."fulfilment_state" in ('none', 'packed')
        or "orders"."payment_state" in ('paid', 'account', 'refunding', 'refunded'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_paid_by_a_payment" CHECK (("orders"."payment_state" in ('paid', 'account', 'refunding', 'refunded'))
        = ("orders"."transaction_id" is not null)
        and ("orders"."payment_state" <> 'account' or "orders"."due_on" is not null));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_method_known" CHECK ("payments"."method" in ('card', 'account') and "payments"."reminders" >= 0
        and "payments"."received_cents" between 0
          and case "payments"."method" when 'account' then "payments"."captured_cents" else 0 end);--> statement-breakpoint
CREATE TRIGGER account_receipts_frozen BEFORE UPDATE OR DELETE ON "account_receipts"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- An order on account has its deposits charged before it is paid.
DROP TRIGGER orders_charge_cores ON "orders";
--> statement-breakpoint
CREATE TRIGGER orders_charge_cores AFTER UPDATE OF transaction_id ON "orders" FOR EACH ROW
  WHEN (old.transaction_id is null and new.transaction_id is not null and new.deposit_cents > 0)
  EXECUTE FUNCTION charge_cores();
