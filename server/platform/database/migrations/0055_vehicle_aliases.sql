CREATE TABLE "vehicle_aliases" (
	"source" text NOT NULL,
	"code" text NOT NULL,
	"vehicle_id" integer,
	"model_id" integer,
	"position_id" smallint,
	"condition_id" integer,
	CONSTRAINT "vehicle_aliases_source_code_pk" PRIMARY KEY("source","code"),
	CONSTRAINT "vehicle_aliases_one" CHECK (num_nonnulls("vehicle_aliases"."vehicle_id", "vehicle_aliases"."model_id", "vehicle_aliases"."position_id", "vehicle_aliases"."condition_id") = 1),
	CONSTRAINT "vehicle_aliases_bounded" CHECK (length("vehicle_aliases"."source") <= 40 and length("vehicle_aliases"."code") between 1 and 300)
);
--> statement-breakpoint
ALTER TABLE "vehicle_aliases" ADD CONSTRAINT "vehicle_aliases_vehicle_id_vehicles_id_fk" FOREIGN KEY ("vehicle_id") REFERENCES "public"."vehicles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vehicle_aliases" ADD CONSTRAINT "vehicle_aliases_model_id_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."models"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vehicle_aliases" ADD CONSTRAINT "vehicle_aliases_position_id_positions_id_fk" FOREIGN KEY ("position_id") REFERENCES "public"."positions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vehicle_aliases" ADD CONSTRAINT "vehicle_aliases_condition_id_fit_conditions_id_fk" FOREIGN KEY ("condition_id") REFERENCES "public"."fit_conditions"("id") ON DELETE no action ON UPDATE no action;