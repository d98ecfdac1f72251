CREATE TABLE "inventory_movements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "inventory_movements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"part_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"on_hand_change" integer DEFAULT 0 NOT NULL,
	"reserved_change" integer DEFAULT 0 NOT NULL,
	"order_line_id" uuid,
	"source_id" uuid NOT NULL,
	"by_user" uuid,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inventory_movements_change" CHECK ("inventory_movements"."on_hand_change" <> 0 or "inventory_movements"."reserved_change" <> 0 or "inventory_movements"."reason" = 'opening'),
	CONSTRAINT "inventory_movements_signs" CHECK (case "inventory_movements"."reason"
        when 'reserve' then "inventory_movements"."reserved_change" > 0 and "inventory_movements"."on_hand_change" = 0
        when 'release' then "inventory_movements"."reserved_change" < 0 and "inventory_movements"."on_hand_change" = 0
        when 'expire' then "inventory_movements"."reserved_change" < 0 and "inventory_movements"."on_hand_change" = 0
        when 'ship' then "inventory_movements"."reserved_change" = "inventory_movements"."on_hand_change" and "inventory_movements"."on_hand_change" < 0
        when 'return' then "inventory_movements"."on_hand_change" > 0 and "inventory_movements"."reserved_change" = 0
        when 'receive' then "inventory_movements"."on_hand_change" > 0 and "inventory_movements"."reserved_change" = 0
        when 'scrap' then "inventory_movements"."on_hand_change" < 0 and "inventory_movements"."reserved_change" = 0
        when 'opening' then "inventory_movements"."on_hand_change" >= 0 and "inventory_movements"."reserved_change" >= 0
        else "inventory_movements"."reason" in ('count', 'edit') and "inventory_movements"."reserved_change" = 0 end)
);
--> statement-breakpoint
CREATE TABLE "reservations" (
	"order_line_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"part_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"state" text NOT NULL,
	"expires_at" timestamp with time zone,
	"user_id" uuid,
	"network" text NOT NULL,
	CONSTRAINT "reservations_order_line_id_part_id_pk" PRIMARY KEY("order_line_id","part_id"),
	CONSTRAINT "reservations_quantity_positive" CHECK ("reservations"."quantity" > 0),
	CONSTRAINT "reservations_state_known" CHECK ("reservations"."state" in ('held', 'allocated')),
	CONSTRAINT "reservations_held_expire" CHECK (("reservations"."state" = 'held') = ("reservations"."expires_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "stock" (
	"part_id" uuid PRIMARY KEY NOT NULL,
	"on_hand" integer NOT NULL,
	"reserved" integer DEFAULT 0 NOT NULL,
	"available" integer GENERATED ALWAYS AS (on_hand - reserved) STORED NOT NULL,
	CONSTRAINT "stock_reserved_in_bounds" CHECK ("stock"."reserved" between 0 and "stock"."on_hand")
);
--> statement-breakpoint
ALTER TABLE "stock" ADD CONSTRAINT "stock_part_id_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."parts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inventory_movements_part" ON "inventory_movements" USING btree ("part_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "inventory_movements_cause" ON "inventory_movements" USING btree ("source_id","order_line_id","part_id","reason");--> statement-breakpoint
CREATE INDEX "reservations_order" ON "reservations" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "reservations_part" ON "reservations" USING btree ("part_id","expires_at");--> statement-breakpoint
CREATE INDEX "reservations_due" ON "reservations" USING btree ("expires_at") WHERE "reservations"."state" = 'held';--> statement-breakpoint
CREATE INDEX "reservations_user" ON "reservations" USING btree ("user_id") WHERE "reservations"."state" = 'held';--> statement-breakpoint
CREATE INDEX "reservations_network" ON "reservations" USING btree ("network") WHERE "reservations"."state" = 'held';