-- Every change stores its event in the outbox. For the release before this one, which stores none, and
-- for what is changed by hand, these triggers store an event at the end of the transaction, and tell
-- the processes of that release, which listen to `changes`. They go with the next release.
CREATE FUNCTION "store_missing_event"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	topic text := TG_ARGV[0];
BEGIN
	IF EXISTS (
		SELECT FROM outbox
		WHERE xid = pg_current_xact_id() AND tags[1] LIKE left(topic, -1) || '%'
	) THEN
		RETURN NULL;
	END IF;
	INSERT INTO outbox (name, about, tags, data)
		VALUES (topic || '.changed', '*', TG_ARGV[0:TG_NARGS - 1], '{}');
	-- NOTIFY makes commits wait for each other: the older release's orders are found by polling.
	IF current_setting('shop.tells', true) IS DISTINCT FROM 'later' THEN
		PERFORM pg_notify('outbox', ''), pg_notify('changes', topic);
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
DROP TRIGGER "parts_tell" ON "parts";
--> statement-breakpoint
DROP TRIGGER "reviews_tell" ON "reviews";
--> statement-breakpoint
DROP TRIGGER "users_tell" ON "users";
--> statement-breakpoint
DROP FUNCTION "tell_of_change"();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "parts_event" AFTER INSERT OR UPDATE OR DELETE ON "parts"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (pg_trigger_depth() = 0)
	EXECUTE FUNCTION "store_missing_event"('parts', 'part:*');
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "stock_event" AFTER INSERT OR UPDATE ON "stock"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (pg_trigger_depth() = 0)
	EXECUTE FUNCTION "store_missing_event"('parts', 'part:*');
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "reviews_event" AFTER INSERT OR UPDATE OR DELETE ON "reviews"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "store_missing_event"('reviews');
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "users_event" AFTER INSERT OR DELETE OR UPDATE OF "email", "role" ON "users"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
	EXECUTE FUNCTION "store_missing_event"('users', 'user:*');
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "orders_event" AFTER INSERT OR UPDATE OF "state" ON "orders"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
	EXECUTE FUNCTION "store_missing_event"('orders', 'order:*', 'orders-of:*');
