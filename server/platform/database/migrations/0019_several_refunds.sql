ALTER TABLE "payments" DROP CONSTRAINT "payments_state_known";--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_settled_are_done";--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_state_known";--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_reason_known";--> statement-breakpoint
DROP INDEX "refunds_to_try";--> statement-breakpoint
DROP INDEX "payments_one_live";--> statement-breakpoint
DROP INDEX "payments_to_check";--> statement-breakpoint
ALTER TABLE "refunds" ALTER COLUMN "payment_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "captured_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refunding_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "last_decline" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "refunded_payment_id" uuid;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "status" text DEFAULT 'wanted' NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "request_key" uuid;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "by_user" uuid;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE "refunds" SET "refunded_payment_id" = "payment_id", "status" = CASE
  WHEN "settled_note" IS NOT NULL THEN 'elsewhere'
  WHEN "state" = 'done' THEN 'succeeded'
  WHEN "asked_at" IS NOT NULL OR "refund_id" IS NOT NULL THEN 'asked'
  ELSE 'wanted' END;--> statement-breakpoint
ALTER TABLE "refunds" ALTER COLUMN "refunded_payment_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_refunded_payment_id_payments_id_fk" FOREIGN KEY ("refunded_payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refunds_payment" ON "refunds" USING btree ("refunded_payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_request" ON "refunds" USING btree ("request_key");--> statement-breakpoint
CREATE INDEX "refunds_due" ON "refunds" USING btree ("next_try_at") WHERE "refunds"."status" in ('wanted', 'asked');--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_live" ON "payments" USING btree ("order_id") WHERE "payments"."state" in ('creating', 'open', 'processing');--> statement-breakpoint
CREATE INDEX "payments_to_check" ON "payments" USING btree ("next_check_at") WHERE "payments"."state" in ('creating', 'open', 'processing');--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_refunding_in_bounds" CHECK ("payments"."refunding_cents" between 0 and "payments"."captured_cents");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_state_known" CHECK ("payments"."state" in ('creating', 'open', 'processing', 'succeeded', 'dead'));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_status_known" CHECK ("refunds"."status" in ('wanted', 'asked', 'succeeded', 'failed', 'elsewhere'));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_elsewhere_have_a_note" CHECK (("refunds"."status" = 'elsewhere') = ("refunds"."settled_note" is not null));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_state_known" CHECK ("refunds"."state" in ('wanted', 'done', 'other'));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_reason_known" CHECK ("refunds"."reason" in ('cancelled', 'late', 'second', 'mismatch',
        'return', 'withdrawal', 'goodwill', 'short', 'deposit'));--> statement-breakpoint
CREATE INDEX "orders_of_nobody" ON "orders" USING btree ("id") WHERE "orders"."state" = 'unpaid' and "orders"."user_id" is null;--> statement-breakpoint
CREATE TABLE "refund_lines" (
	"refund_id" uuid NOT NULL,
	"order_line_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"amount_cents" bigint NOT NULL,
	CONSTRAINT "refund_lines_refund_id_order_line_id_pk" PRIMARY KEY("refund_id","order_line_id"),
	CONSTRAINT "refund_lines_positive" CHECK ("refund_lines"."quantity" >= 0 and "refund_lines"."amount_cents" >= 0)
);--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_order_line_id_order_lines_id_fk" FOREIGN KEY ("order_line_id") REFERENCES "public"."order_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refund_lines_of_line" ON "refund_lines" USING btree ("order_line_id");--> statement-breakpoint

-- For the release before, which may run beside this one. They go with the next release.
CREATE FUNCTION "translate_payment"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if new.state = 'succeeded' and new.captured_cents = 0 then
    new.captured_cents := new.amount_cents;
  end if;
  return new;
end $$;--> statement-breakpoint
CREATE TRIGGER "payments_translate" BEFORE INSERT OR UPDATE ON "payments"
  FOR EACH ROW EXECUTE FUNCTION "translate_payment"();--> statement-breakpoint
CREATE FUNCTION "refund_status"(state text, settled_note text, asked_at timestamptz, refund_id text)
RETURNS text LANGUAGE sql IMMUTABLE AS $$
  select case when settled_note is not null then 'elsewhere'
    when state = 'done' then 'succeeded'
    when asked_at is not null or refund_id is not null then 'asked'
    else 'wanted' end
$$;--> statement-breakpoint
CREATE FUNCTION "translate_new_refund"() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  payment payments;
  is_whole boolean;
begin
  -- A row of a backup.
  if new.payment_id is not null and new.refunded_payment_id is not null then return new; end if;
  select * into payment from payments
    where id = coalesce(new.refunded_payment_id, new.payment_id) for update;
  is_whole := not exists (select from refunds where refunded_payment_id = payment.id);
  -- Not carried over yet.
  if payment.state = 'succeeded' and payment.captured_cents = 0 then
    payment.captured_cents := payment.amount_cents;
  end if;
  if new.refunded_payment_id is null then
    -- One payment had one refund.
    if exists (select from refunds where payment_id = payment.id) then return null; end if;
    new.refunded_payment_id := payment.id;
    new.status := refund_status(new.state, new.settled_note, new.asked_at, new.refund_id);
    if new.reason = 'mismatch' and is_whole then
      payment.captured_cents := new.amount_cents;
    elsif not is_whole then
      new.amount_cents := payment.captured_cents - payment.refunding_cents;
    end if;
    update payments set captured_cents = payment.captured_cents,
      refunding_cents = payments.refunding_cents + new.amount_cents
    where id = payment.id and state = 'succeeded'
      and payments.refunding_cents + new.amount_cents <= payment.captured_cents;
    update order_lines l set refunded_cents = least(l.due_cents, l.refunded_cents + new.amount_cents)
    from orders o
    where o.id = payment.order_id and o.transaction_id = payment.intent_id
      and l.order_id = o.id and l.position = 1;
  elsif new.amount_cents <> payment.captured_cents then
    is_whole := false;
  end if;
  -- That release can make whole refunds only.
  if is_whole and new.reason in ('cancelled', 'late', 'second', 'mismatch') then
    new.payment_id := payment.id;
    new.state := case when new.status in ('wanted', 'asked') then 'wanted' else 'done' end;
  else
    new.payment_id := null;
    new.state := 'other';
  end if;
  return new;
end $$;--> statement-breakpoint
CREATE TRIGGER "refunds_translate_new" BEFORE INSERT ON "refunds"
  FOR EACH ROW EXECUTE FUNCTION "translate_new_refund"();--> statement-breakpoint
CREATE FUNCTION "translate_refund"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if new.state = 'other' then return new; end if;
  if new.status is distinct from old.status then
    new.state := case when new.status in ('wanted', 'asked') then 'wanted' else 'done' end;
  else
    new.status := refund_status(new.state, new.settled_note, new.asked_at, new.refund_id);
  end if;
  return new;
end $$;--> statement-breakpoint
CREATE TRIGGER "refunds_translate" BEFORE UPDATE ON "refunds"
  FOR EACH ROW EXECUTE FUNCTION "translate_refund"();--> statement-breakpoint

-- What was captured and is promised of the payments of that release, 1,000 a step. The order is locked
-- first, as everywhere.
CREATE FUNCTION "backfill_3_payments"() RETURNS boolean LANGUAGE plpgsql AS $$
declare ids uuid[];
begin
  select array_agg(id order by id) into ids from (
    select id from payments
    where id > (select coalesce(after, '00000000-0000-0000-0000-000000000000') from drizzle.backfills
      where name = 'backfill_3_payments')
    order by id limit 1000) batch;
  if ids is not null then
    perform from orders where id in (select order_id from payments where id = any (ids))
      order by id for update;
    update payments p set captured_cents = coalesce(r.received, p.amount_cents),
      refunding_cents = coalesce(r.refunding, 0)
    from payments own left join (
      select refunded_payment_id, sum(amount_cents) filter (where status <> 'failed') as refunding,
        sum(amount_cents) filter (where reason = 'mismatch') as received
      from refunds where refunded_payment_id = any (ids) group by 1
    ) r on r.refunded_payment_id = own.id
    where own.id = any (ids) and p.id = own.id and p.state = 'succeeded'
      and coalesce(r.refunding, 0) <= coalesce(r.received, p.amount_cents);
    update orders o set refunded_cents = r.cents
    from (
      select p.order_id, p.intent_id, sum(each.amount_cents) as cents
      from refunds each join payments p on p.id = each.refunded_payment_id
      where p.id = any (ids) and each.status in ('succeeded', 'elsewhere') group by 1, 2
    ) r
    where o.id = r.order_id and o.transaction_id = r.intent_id and o.refunded_cents <> r.cents
      and r.cents <= o.total_cents;
    -- Orders of that release have one line.
    update order_lines l set refunded_cents = p.refunding_cents
    from payments p join orders o on o.id = p.order_id and o.transaction_id = p.intent_id
    where p.id = any (ids) and l.order_id = o.id and l.position = 1
      and l.refunded_cents <> p.refunding_cents and p.refunding_cents <= l.due_cents;
  end if;
  update drizzle.backfills set after = coalesce(ids[cardinality(ids)], after),
    finished_at = case when ids is null then now() end where name = 'backfill_3_payments';
  return ids is not null;
end $$;--> statement-breakpoint
INSERT INTO "drizzle"."backfills" ("name") VALUES ('backfill_3_payments');
