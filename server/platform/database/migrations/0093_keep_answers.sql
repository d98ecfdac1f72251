CREATE TABLE "kept_answers" (
	"who" text NOT NULL,
	"call" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" "bytea",
	"answer" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "kept_answers_who_call_key_pk" PRIMARY KEY("who","call","key")
);
--> statement-breakpoint
CREATE INDEX "kept_answers_at" ON "kept_answers" USING btree ("at");
--> statement-breakpoint
-- What was done by key on the day of the upgrade is answered again.
INSERT INTO "kept_answers" ("who", "call", "key", "answer", "at")
SELECT by_user::text, 'POST /orders/' || order_id || '/refunds', request_key::text,
	jsonb_build_object('id', id), created_at
FROM refunds WHERE by_user IS NOT NULL AND request_key IS NOT NULL
	AND created_at > now() - interval '24 hours'
UNION ALL
SELECT by_user::text, 'POST /orders/' || order_id || '/shipments', request_key::text,
	jsonb_build_object('id', id), packed_at
FROM shipments WHERE by_user IS NOT NULL AND packed_at > now() - interval '24 hours'
UNION ALL
SELECT l.by_user::text, 'POST /shipments/' || l.shipment_id || '/losses', l.request_key::text,
	jsonb_build_object('id', l.refund_id, 'cents', coalesce(r.amount_cents, 0)), l.at
FROM losses l LEFT JOIN refunds r ON r.id = l.refund_id
WHERE l.by_user IS NOT NULL AND l.at > now() - interval '24 hours'
UNION ALL
SELECT coalesce(by_user, order_id)::text,
	CASE WHEN by_user IS NULL THEN 'POST /order-links/returns'
		ELSE 'POST /orders/' || order_id || '/returns' END,
	request_key::text, jsonb_build_object('id', id), requested_at
FROM returns WHERE requested_at > now() - interval '24 hours'
UNION ALL
SELECT a.by_user::text, 'POST /orders/' || p.order_id || '/receipts', a.cause::text,
	'{}'::jsonb, a.created_at
FROM account_receipts a JOIN payments p ON p.id = a.payment_id
WHERE NOT a.is_undo AND a.created_at > now() - interval '24 hours'
UNION ALL
SELECT 'visitor', 'POST /withdrawals', request_key::text, jsonb_build_object('id', id), received_at
FROM withdrawals WHERE received_at > now() - interval '24 hours'
ON CONFLICT DO NOTHING;
