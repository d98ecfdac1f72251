-- An earlier release cannot read an alias that means none of its two things.
UPDATE "drizzle"."oldest_release" SET "migration" = '0069_vehicles_and_successors';--> statement-breakpoint
CREATE TABLE "former_vehicle_slugs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "former_vehicle_slugs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"of_make" integer,
	"slug" text NOT NULL,
	"make_id" integer,
	"model_id" integer,
	CONSTRAINT "former_vehicle_slugs_once" UNIQUE NULLS NOT DISTINCT("of_make","slug"),
	CONSTRAINT "former_vehicle_slugs_one" CHECK (num_nonnulls("former_vehicle_slugs"."make_id", "former_vehicle_slugs"."model_id") = 1
        and ("former_vehicle_slugs"."of_make" is null) = ("former_vehicle_slugs"."model_id" is null))
);
--> statement-breakpoint
ALTER TABLE "vehicle_aliases" DROP CONSTRAINT "vehicle_aliases_one";--> statement-breakpoint
ALTER TABLE "supersessions" ADD COLUMN "merges" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "supersessions" ADD COLUMN "terms" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "vehicle_aliases" ADD COLUMN "part_type_id" integer;--> statement-breakpoint
ALTER TABLE "import_findings" ADD COLUMN "asks" jsonb;--> statement-breakpoint
ALTER TABLE "former_vehicle_slugs" ADD CONSTRAINT "former_vehicle_slugs_of_make_makes_id_fk" FOREIGN KEY ("of_make") REFERENCES "public"."makes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_vehicle_slugs" ADD CONSTRAINT "former_vehicle_slugs_make_id_makes_id_fk" FOREIGN KEY ("make_id") REFERENCES "public"."makes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_vehicle_slugs" ADD CONSTRAINT "former_vehicle_slugs_model_id_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."models"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vehicle_aliases" ADD CONSTRAINT "vehicle_aliases_one" CHECK (num_nonnulls("vehicle_aliases"."vehicle_id", "vehicle_aliases"."model_id", "vehicle_aliases"."position_id", "vehicle_aliases"."condition_id", "vehicle_aliases"."part_type_id") = 1);