-- Every process of every machine hears of a change when it is committed, and not before.
CREATE FUNCTION "tell_of_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('changes', TG_ARGV[0]);
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "parts_tell" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "parts"
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_of_change"('parts');
--> statement-breakpoint
CREATE TRIGGER "reviews_tell" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "reviews"
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_of_change"('reviews');
