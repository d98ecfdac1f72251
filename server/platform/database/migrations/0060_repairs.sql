CREATE TABLE "repair_lines" (
	"repair_id" uuid NOT NULL,
	"part_type_id" integer NOT NULL,
	"position" smallint NOT NULL,
	"scope" text NOT NULL,
	"need" text NOT NULL,
	"why" text NOT NULL,
	CONSTRAINT "repair_lines_repair_id_part_type_id_pk" PRIMARY KEY("repair_id","part_type_id"),
	CONSTRAINT "repair_lines_known" CHECK ("repair_lines"."scope" in ('axle', 'wheel', 'side', 'vehicle')
        and "repair_lines"."need" in ('always', 'advised', 'check') and length("repair_lines"."why") between 1 and 300)
);
--> statement-breakpoint
CREATE TABLE "repairs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"axle" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "repairs_bounded" CHECK (length("repairs"."name") between 1 and 80 and length("repairs"."note") <= 500
        and "repairs"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and "repairs"."axle" in ('front', 'rear'))
);
--> statement-breakpoint
ALTER TABLE "repair_lines" ADD CONSTRAINT "repair_lines_repair_id_repairs_id_fk" FOREIGN KEY ("repair_id") REFERENCES "public"."repairs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repair_lines" ADD CONSTRAINT "repair_lines_part_type_id_part_types_id_fk" FOREIGN KEY ("part_type_id") REFERENCES "public"."part_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "repairs_slug" ON "repairs" USING btree ("slug");