CREATE TABLE "event_consumers" (
	"name" text PRIMARY KEY NOT NULL,
	"xid" "xid8" NOT NULL,
	"event_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"name" text NOT NULL,
	"about" text NOT NULL,
	"tags" text[] NOT NULL,
	"data" jsonb NOT NULL,
	"by_user" uuid,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "outbox_order" ON "outbox" USING btree ("xid","id");--> statement-breakpoint
CREATE INDEX "outbox_at" ON "outbox" USING btree ("at");