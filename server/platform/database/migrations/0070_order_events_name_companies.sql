-- The shop's own events name the members of an order's company. Earlier releases leave that to the trigger.
UPDATE "drizzle"."oldest_release" SET "migration" = '0070_order_events_name_companies';
--> statement-breakpoint
DROP TRIGGER "outbox_company" ON "outbox";
--> statement-breakpoint
DROP FUNCTION "tell_company"();
