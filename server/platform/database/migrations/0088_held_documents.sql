CREATE TABLE "held_documents" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"held_at" timestamp with time zone DEFAULT shop_now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "held_documents" ADD CONSTRAINT "held_documents_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Lines of orders of one part had no number. Each change of a number is in the audit log, so the number
-- that a part had when it was ordered is what the next change says it was before, else its present one.
-- Orders without legal versions may be older than numbers: their lines stay as they are.
ALTER TABLE "order_lines" DISABLE TRIGGER "order_lines_frozen";--> statement-breakpoint
UPDATE order_lines l SET part_number = proven.number
FROM (
	SELECT line.id, coalesce(
		(SELECT a.before ->> 'number' FROM audit_log a
			WHERE a.about = line.part_id AND a.at > o.created_at
				AND jsonb_typeof(a.before -> 'number') = 'string'
			ORDER BY a.at, a.id LIMIT 1),
		p.number) AS number
	FROM order_lines line
		JOIN orders o ON o.id = line.order_id
		LEFT JOIN parts p ON p.id = line.part_id
	WHERE line.kind = 'part' AND line.part_number = '' AND o.legal_versions IS NOT NULL
) proven
WHERE l.id = proven.id AND proven.number IS NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ENABLE TRIGGER "order_lines_frozen";
