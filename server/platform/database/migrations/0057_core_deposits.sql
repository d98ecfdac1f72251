CREATE TABLE "core_movements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "core_movements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_line_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"quantity" integer NOT NULL,
	"cents" bigint NOT NULL,
	"source_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	CONSTRAINT "core_movements_known" CHECK ("core_movements"."kind" in ('charged', 'received', 'refunded', 'restored', 'forfeited', 'reopened')
        and "core_movements"."quantity" >= 0 and "core_movements"."cents" >= 0
        and ("core_movements"."kind" <> 'received' or "core_movements"."cents" = 0))
);
--> statement-breakpoint
ALTER TABLE "return_lines" DROP CONSTRAINT "return_lines_known";--> statement-breakpoint
ALTER TABLE "returns" DROP CONSTRAINT "returns_state_known";--> statement-breakpoint
ALTER TABLE "core_movements" ADD CONSTRAINT "core_movements_order_line_id_order_lines_id_fk" FOREIGN KEY ("order_line_id") REFERENCES "public"."order_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "core_movements_once" ON "core_movements" USING btree ("order_line_id","kind","source_id");--> statement-breakpoint
CREATE INDEX "core_movements_of_source" ON "core_movements" USING btree ("source_id");--> statement-breakpoint
ALTER TABLE "return_lines" ADD CONSTRAINT "return_lines_known" CHECK ("return_lines"."reason" in ('does_not_fit', 'wrong_part', 'damaged', 'defective', 'not_needed',
          'withdrawal', 'core')
        and "return_lines"."condition" in ('new', 'opened', 'used', 'damaged', 'incomplete')
        and "return_lines"."resolution" in ('refund', 'replace', 'refuse')
        and length("return_lines"."note") <= 500);--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_state_known" CHECK ("returns"."kind" in ('return', 'withdrawal', 'core')
        and "returns"."state" in ('requested', 'approved', 'refused', 'cancelled', 'received',
          'inspected', 'closed')
        and ("returns"."state" = 'closed') = ("returns"."closed_at" is not null)
        and ("returns"."state" = 'refused') = ("returns"."because" <> '')
        and ("returns"."refund_id" is null or "returns"."state" = 'closed'));
--> statement-breakpoint
CREATE FUNCTION core_sign(kind text) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  select case when kind in ('charged', 'restored', 'reopened') then 1
    when kind in ('refunded', 'forfeited') then -1 else 0 end $$;
--> statement-breakpoint
CREATE TRIGGER core_movements_frozen BEFORE UPDATE OR DELETE ON "core_movements"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE FUNCTION charge_cores() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  insert into core_movements (order_line_id, kind, quantity, cents, source_id)
    select id, 'charged', quantity, due_cents, new.id from order_lines
      where order_id = new.id and kind = 'deposit' and due_cents > 0
    on conflict do nothing;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER orders_charge_cores AFTER UPDATE OF paid_at ON "orders" FOR EACH ROW
  WHEN (old.paid_at is null and new.paid_at is not null and new.deposit_cents > 0)
  EXECUTE FUNCTION charge_cores();
--> statement-breakpoint
CREATE FUNCTION refund_cores() RETURNS trigger LANGUAGE plpgsql AS $$
declare open_pieces integer; open_cents bigint;
begin
  if not exists (select from order_lines where id = new.order_line_id and kind = 'deposit') then
    return null;
  end if;
  select coalesce(sum(quantity * core_sign(kind)), 0), coalesce(sum(cents * core_sign(kind)), 0)
    into open_pieces, open_cents from core_movements where order_line_id = new.order_line_id;
  if new.quantity > open_pieces or new.amount_cents > open_cents then
    insert into core_movements (order_line_id, kind, quantity, cents, source_id)
      values (new.order_line_id, 'reopened', greatest(0, new.quantity - open_pieces),
        greatest(0, new.amount_cents - open_cents), new.refund_id);
  end if;
  insert into core_movements (order_line_id, kind, quantity, cents, source_id)
    values (new.order_line_id, 'refunded', new.quantity, new.amount_cents, new.refund_id);
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER refund_lines_cores AFTER INSERT ON "refund_lines" FOR EACH ROW
  EXECUTE FUNCTION refund_cores();
--> statement-breakpoint
CREATE FUNCTION restore_cores() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  insert into core_movements (order_line_id, kind, quantity, cents, source_id)
    select order_line_id, 'restored', quantity, cents, source_id from core_movements
      where source_id = new.id and kind = 'refunded'
    on conflict do nothing;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER refunds_restore_cores AFTER UPDATE OF status ON "refunds" FOR EACH ROW
  WHEN (new.status = 'failed' and old.status <> 'failed') EXECUTE FUNCTION restore_cores();
--> statement-breakpoint
INSERT INTO core_movements (order_line_id, kind, quantity, cents, source_id, at)
  SELECT l.id, 'charged', l.quantity, l.due_cents, o.id, o.paid_at
    FROM orders o JOIN order_lines l ON l.order_id = o.id AND l.kind = 'deposit'
    WHERE o.paid_at IS NOT NULL AND o.deposit_cents > 0 AND l.due_cents > 0;
--> statement-breakpoint
INSERT INTO core_movements (order_line_id, kind, quantity, cents, source_id, at)
  SELECT r.order_line_id, 'refunded', r.quantity, r.amount_cents, r.refund_id, f.created_at
    FROM refund_lines r JOIN refunds f ON f.id = r.refund_id AND f.status <> 'failed'
      JOIN order_lines l ON l.id = r.order_line_id AND l.kind = 'deposit';
