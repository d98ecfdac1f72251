create extension if not exists btree_gist;--> statement-breakpoint
CREATE TABLE "applications" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "applications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"part_id" uuid NOT NULL,
	"part_type_id" integer NOT NULL,
	"model_id" integer NOT NULL,
	"years" "int4range" NOT NULL,
	"condition_id" integer NOT NULL,
	"position_id" smallint,
	"quantity" smallint,
	"label" text DEFAULT '' NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"held_because" text,
	CONSTRAINT "applications_once" UNIQUE NULLS NOT DISTINCT("part_id","model_id","part_type_id","position_id","condition_id","years","label"),
	CONSTRAINT "applications_years_bounded" CHECK (not isempty("applications"."years") and lower("applications"."years") >= 1900 and upper("applications"."years") <= 2101),
	CONSTRAINT "applications_quantity_in_bounds" CHECK ("applications"."quantity" between 1 and 99),
	CONSTRAINT "applications_bounded" CHECK (length("applications"."label") <= 80 and length("applications"."remark") <= 500 and length("applications"."held_because") <= 200)
);
--> statement-breakpoint
CREATE TABLE "fact_values" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "fact_values_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"fact_id" smallint NOT NULL,
	"label" text NOT NULL,
	"slug" text NOT NULL,
	CONSTRAINT "fact_values_slug" UNIQUE("fact_id","slug"),
	CONSTRAINT "fact_values_bounded" CHECK (length("fact_values"."label") between 1 and 80)
);
--> statement-breakpoint
CREATE TABLE "facts" (
	"id" smallint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "facts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 32767 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"question" text NOT NULL,
	"where_to_look" text DEFAULT '' NOT NULL,
	"effort" smallint DEFAULT 1 NOT NULL,
	"unit" text,
	CONSTRAINT "facts_key_shape" CHECK ("facts"."key" ~ '^[a-z][a-z0-9:-]{0,39}$'),
	CONSTRAINT "facts_kind_known" CHECK ("facts"."kind" in ('choice', 'date', 'number', 'serial', 'look')),
	CONSTRAINT "facts_effort_in_bounds" CHECK ("facts"."effort" between 1 and 9),
	CONSTRAINT "facts_bounded" CHECK (length("facts"."question") between 1 and 200 and length("facts"."where_to_look") <= 500)
);
--> statement-breakpoint
CREATE TABLE "fit_conditions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "fit_conditions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"terms" jsonb NOT NULL,
	CONSTRAINT "fit_conditions_bounded" CHECK (jsonb_typeof("fit_conditions"."terms") = 'array' and jsonb_array_length("fit_conditions"."terms") <= 12
        and length("fit_conditions"."key") <= 2000)
);
--> statement-breakpoint
CREATE TABLE "fit_declarations" (
	"part_id" uuid PRIMARY KEY NOT NULL,
	"universal" boolean DEFAULT false NOT NULL,
	"lists_all_vehicles" boolean DEFAULT false NOT NULL,
	CONSTRAINT "fit_declarations_one" CHECK (not ("fit_declarations"."universal" and "fit_declarations"."lists_all_vehicles"))
);
--> statement-breakpoint
CREATE TABLE "makes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "makes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"slug" text NOT NULL,
	CONSTRAINT "makes_bounded" CHECK (length("makes"."name") between 1 and 80),
	CONSTRAINT "makes_slug_shape" CHECK ("makes"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$')
);
--> statement-breakpoint
CREATE TABLE "models" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "models_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"make_id" integer NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	CONSTRAINT "models_slug" UNIQUE("make_id","slug"),
	CONSTRAINT "models_bounded" CHECK (length("models"."name") between 1 and 80),
	CONSTRAINT "models_slug_shape" CHECK ("models"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$')
);
--> statement-breakpoint
CREATE TABLE "positions" (
	"id" smallint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "positions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 32767 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	CONSTRAINT "positions_bounded" CHECK (length("positions"."name") between 1 and 80)
);
--> statement-breakpoint
CREATE TABLE "vehicle_combinations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "vehicle_combinations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"vehicle_id" integer NOT NULL,
	"facts" jsonb NOT NULL,
	CONSTRAINT "vehicle_combinations_once" UNIQUE("vehicle_id","facts"),
	CONSTRAINT "vehicle_combinations_object" CHECK (jsonb_typeof("vehicle_combinations"."facts") = 'object')
);
--> statement-breakpoint
CREATE TABLE "vehicle_part_types" (
	"vehicle_id" integer NOT NULL,
	"part_type_id" integer NOT NULL,
	"parts" integer NOT NULL,
	CONSTRAINT "vehicle_part_types_vehicle_id_part_type_id_pk" PRIMARY KEY("vehicle_id","part_type_id"),
	CONSTRAINT "vehicle_part_types_some" CHECK ("vehicle_part_types"."parts" > 0)
);
--> statement-breakpoint
CREATE TABLE "vehicles" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "vehicles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"model_id" integer NOT NULL,
	"year" smallint NOT NULL,
	"built" daterange,
	CONSTRAINT "vehicles_year" UNIQUE("model_id","year"),
	CONSTRAINT "vehicles_year_bounded" CHECK ("vehicles"."year" between 1900 and 2100)
);
--> statement-breakpoint
CREATE TABLE "vin_makers" (
	"wmi" text NOT NULL,
	"schema_id" integer NOT NULL,
	"years" "int4range" NOT NULL,
	"has_check_digit" boolean NOT NULL,
	CONSTRAINT "vin_makers_wmi_schema_id_years_pk" PRIMARY KEY("wmi","schema_id","years"),
	CONSTRAINT "vin_makers_wmi_shape" CHECK ("vin_makers"."wmi" ~ '^([A-HJ-NPR-Z0-9]{3}){1,2}$')
);
--> statement-breakpoint
CREATE TABLE "vin_patterns" (
	"schema_id" integer NOT NULL,
	"pattern" text NOT NULL,
	"says" text NOT NULL,
	"value" text NOT NULL,
	CONSTRAINT "vin_patterns_schema_id_pattern_says_value_pk" PRIMARY KEY("schema_id","pattern","says","value")
);
--> statement-breakpoint
CREATE TABLE "vin_schemas" (
	"id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_model_id_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."models"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_condition_id_fit_conditions_id_fk" FOREIGN KEY ("condition_id") REFERENCES "public"."fit_conditions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_position_id_positions_id_fk" FOREIGN KEY ("position_id") REFERENCES "public"."positions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fact_values" ADD CONSTRAINT "fact_values_fact_id_facts_id_fk" FOREIGN KEY ("fact_id") REFERENCES "public"."facts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "models" ADD CONSTRAINT "models_make_id_makes_id_fk" FOREIGN KEY ("make_id") REFERENCES "public"."makes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vehicle_combinations" ADD CONSTRAINT "vehicle_combinations_vehicle_id_vehicles_id_fk" FOREIGN KEY ("vehicle_id") REFERENCES "public"."vehicles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vehicle_part_types" ADD CONSTRAINT "vehicle_part_types_vehicle_id_vehicles_id_fk" FOREIGN KEY ("vehicle_id") REFERENCES "public"."vehicles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vehicles" ADD CONSTRAINT "vehicles_model_id_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."models"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vin_makers" ADD CONSTRAINT "vin_makers_schema_id_vin_schemas_id_fk" FOREIGN KEY ("schema_id") REFERENCES "public"."vin_schemas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vin_patterns" ADD CONSTRAINT "vin_patterns_schema_id_vin_schemas_id_fk" FOREIGN KEY ("schema_id") REFERENCES "public"."vin_schemas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "applications_fit" ON "applications" USING gist ("model_id","part_type_id","years");--> statement-breakpoint
CREATE UNIQUE INDEX "facts_key" ON "facts" USING btree ("key");--> statement-breakpoint
CREATE UNIQUE INDEX "fit_conditions_key" ON "fit_conditions" USING btree ("key");--> statement-breakpoint
CREATE UNIQUE INDEX "makes_slug" ON "makes" USING btree ("slug");--> statement-breakpoint
CREATE UNIQUE INDEX "positions_name" ON "positions" USING btree ("name");