CREATE TABLE "missed_vehicles" (
	"day" date NOT NULL,
	"vehicle_id" integer NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "missed_vehicles_day_vehicle_id_pk" PRIMARY KEY("day","vehicle_id")
);
--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "looked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "missed_vehicles" ADD CONSTRAINT "missed_vehicles_vehicle_id_vehicles_id_fk" FOREIGN KEY ("vehicle_id") REFERENCES "public"."vehicles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_by_name" ON "orders" USING btree (lower("name"),"id");--> statement-breakpoint
CREATE INDEX "audit_log_values" ON "audit_log" USING gin (lower(coalesce("before"::text, '') || ' ' || coalesce("after"::text, '')) gin_trgm_ops) WHERE "audit_log"."part_of" is null;