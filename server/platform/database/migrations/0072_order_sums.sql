CREATE TABLE "order_sums" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"spent_cents" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "order_sums" ADD CONSTRAINT "order_sums_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_sums_by_orders" ON "order_sums" USING btree ("orders","user_id");--> statement-breakpoint
CREATE INDEX "order_sums_by_spent" ON "order_sums" USING btree ("spent_cents","user_id");--> statement-breakpoint
CREATE FUNCTION start_order_sums() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO order_sums (user_id) VALUES (new.id);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER users_order_sums AFTER INSERT ON "users" FOR EACH ROW EXECUTE FUNCTION start_order_sums();
--> statement-breakpoint
CREATE FUNCTION spent_cents(paid_at timestamptz, total_cents bigint, refunded_cents bigint)
	RETURNS bigint LANGUAGE sql IMMUTABLE
	RETURN CASE WHEN paid_at IS NULL THEN 0 ELSE total_cents - refunded_cents END;
--> statement-breakpoint
CREATE FUNCTION add_to_order_sums() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE order_sums s SET orders = s.orders + a.orders, spent_cents = s.spent_cents + a.cents
	FROM (SELECT user_id, count(*)::int AS orders, sum(spent_cents(paid_at, total_cents, refunded_cents)) AS cents
		FROM added GROUP BY user_id) a
	WHERE s.user_id = a.user_id;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER orders_order_sums AFTER INSERT ON "orders" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION add_to_order_sums();--> statement-breakpoint
CREATE FUNCTION change_order_sums() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE order_sums SET spent_cents = order_sums.spent_cents
		+ spent_cents(new.paid_at, new.total_cents, new.refunded_cents)
		- spent_cents(old.paid_at, old.total_cents, old.refunded_cents)
	WHERE user_id = new.user_id;
	RETURN NULL;
END $$;--> statement-breakpoint
-- Deferred, so that these rows are locked last and no transaction waits for another in a circle.
CREATE CONSTRAINT TRIGGER orders_spent AFTER UPDATE ON "orders"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
	WHEN (new.user_id = old.user_id AND (new.paid_at, new.total_cents, new.refunded_cents)
		IS DISTINCT FROM (old.paid_at, old.total_cents, old.refunded_cents))
	EXECUTE FUNCTION change_order_sums();--> statement-breakpoint
-- The triggers hold locks, so that no person and no order is missed.
INSERT INTO order_sums (user_id, orders, spent_cents)
	SELECT u.id, count(o.id)::int, coalesce(sum(spent_cents(o.paid_at, o.total_cents, o.refunded_cents)), 0)
	FROM users u LEFT JOIN orders o ON o.user_id = u.id GROUP BY u.id;
