CREATE TABLE "garage_cars" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"vehicle_id" integer NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"known" jsonb NOT NULL,
	"vin_sealed" "bytea",
	"vin_key" text,
	"odometer_km" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "garage_cars_bounded" CHECK (length("garage_cars"."name") <= 60 and "garage_cars"."odometer_km" >= 0 and length("garage_cars"."vin_sealed") <= 100
        and jsonb_typeof("garage_cars"."known") = 'array' and jsonb_array_length("garage_cars"."known") <= 30),
	CONSTRAINT "garage_cars_sealed" CHECK (("garage_cars"."vin_sealed" is null) = ("garage_cars"."vin_key" is null))
);
--> statement-breakpoint
CREATE TABLE "service_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"car_id" uuid NOT NULL,
	"done_on" date NOT NULL,
	"fitted" text NOT NULL,
	"part_id" uuid,
	"odometer_km" integer,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "service_entries_bounded" CHECK (length("service_entries"."fitted") between 1 and 400 and length("service_entries"."note") <= 2000
        and "service_entries"."odometer_km" >= 0)
);
--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "import_id" uuid;--> statement-breakpoint
ALTER TABLE "garage_cars" ADD CONSTRAINT "garage_cars_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "garage_cars" ADD CONSTRAINT "garage_cars_vehicle_id_vehicles_id_fk" FOREIGN KEY ("vehicle_id") REFERENCES "public"."vehicles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_entries" ADD CONSTRAINT "service_entries_car_id_garage_cars_id_fk" FOREIGN KEY ("car_id") REFERENCES "public"."garage_cars"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "garage_cars_of_user" ON "garage_cars" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "garage_cars_by_key" ON "garage_cars" USING btree ("vin_key") WHERE "garage_cars"."vin_key" is not null;--> statement-breakpoint
CREATE INDEX "service_entries_of_car" ON "service_entries" USING btree ("car_id","done_on");