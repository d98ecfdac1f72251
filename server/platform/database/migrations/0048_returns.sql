CREATE SEQUENCE "public"."return_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."withdrawal_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "return_lines" (
	"return_id" uuid NOT NULL,
	"order_line_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"reason" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"received" integer DEFAULT 0 NOT NULL,
	"restocked" integer DEFAULT 0 NOT NULL,
	"scrapped" integer DEFAULT 0 NOT NULL,
	"condition" text,
	"resolution" text,
	"deduct_cents" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "return_lines_return_id_order_line_id_pk" PRIMARY KEY("return_id","order_line_id"),
	CONSTRAINT "return_lines_pieces" CHECK ("return_lines"."quantity" > 0 and "return_lines"."received" between 0 and "return_lines"."quantity"
        and "return_lines"."restocked" >= 0 and "return_lines"."scrapped" >= 0
        and "return_lines"."restocked" + "return_lines"."scrapped" <= "return_lines"."received" and "return_lines"."deduct_cents" >= 0),
	CONSTRAINT "return_lines_known" CHECK ("return_lines"."reason" in ('does_not_fit', 'wrong_part', 'damaged', 'defective', 'not_needed',
          'withdrawal')
        and "return_lines"."condition" in ('new', 'opened', 'used', 'damaged', 'incomplete')
        and "return_lines"."resolution" in ('refund', 'replace', 'refuse')
        and length("return_lines"."note") <= 500)
);
--> statement-breakpoint
CREATE TABLE "returns" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"number" bigint DEFAULT nextval('return_numbers') NOT NULL,
	"kind" text DEFAULT 'return' NOT NULL,
	"state" text DEFAULT 'requested' NOT NULL,
	"free" boolean NOT NULL,
	"because" text DEFAULT '' NOT NULL,
	"by_user" uuid,
	"request_key" uuid NOT NULL,
	"requested_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	"closed_at" timestamp with time zone,
	"refund_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "returns_state_known" CHECK ("returns"."kind" in ('return', 'withdrawal')
        and "returns"."state" in ('requested', 'approved', 'refused', 'cancelled', 'received',
          'inspected', 'closed')
        and ("returns"."state" = 'closed') = ("returns"."closed_at" is not null)
        and ("returns"."state" = 'refused') = ("returns"."because" <> '')
        and ("returns"."refund_id" is null or "returns"."state" = 'closed')),
	CONSTRAINT "returns_bounded" CHECK (length("returns"."because") <= 500 and "returns"."version" > 0)
);
--> statement-breakpoint
CREATE TABLE "withdrawals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigint DEFAULT nextval('withdrawal_numbers') NOT NULL,
	"request_key" uuid NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"order_number" text NOT NULL,
	"goods" text DEFAULT '' NOT NULL,
	"received_at" timestamp with time zone DEFAULT shop_now() NOT NULL,
	"order_id" uuid,
	"return_id" uuid,
	"answered" boolean DEFAULT false NOT NULL,
	CONSTRAINT "withdrawals_bounded" CHECK (length("withdrawals"."name") <= 200 and length("withdrawals"."email") <= 254
        and length("withdrawals"."order_number") <= 40 and length("withdrawals"."goods") <= 1000)
);
--> statement-breakpoint
ALTER TABLE "return_lines" ADD CONSTRAINT "return_lines_return_id_returns_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."returns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_lines" ADD CONSTRAINT "return_lines_order_line_id_order_lines_id_fk" FOREIGN KEY ("order_line_id") REFERENCES "public"."order_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "return_lines_of_line" ON "return_lines" USING btree ("order_line_id");--> statement-breakpoint
CREATE UNIQUE INDEX "returns_number" ON "returns" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "returns_request" ON "returns" USING btree ("request_key");--> statement-breakpoint
CREATE INDEX "returns_of_order" ON "returns" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "returns_open" ON "returns" USING btree ("id") WHERE "returns"."state" in ('requested', 'received', 'inspected');--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawals_number" ON "withdrawals" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawals_request" ON "withdrawals" USING btree ("request_key");--> statement-breakpoint
CREATE INDEX "withdrawals_of_order" ON "withdrawals" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "withdrawals_open" ON "withdrawals" USING btree ("id") WHERE not "withdrawals"."answered";