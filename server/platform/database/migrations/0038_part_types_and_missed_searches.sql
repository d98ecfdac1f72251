CREATE TABLE "part_type_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"part_type_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dismissed_searches" (
	"term" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
DROP INDEX "part_types_slug";--> statement-breakpoint
ALTER TABLE "part_types" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "part_types" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "missed_searches" ADD COLUMN "last_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "part_type_slugs" ADD CONSTRAINT "part_type_slugs_part_type_id_part_types_id_fk" FOREIGN KEY ("part_type_id") REFERENCES "public"."part_types"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "part_types_slug" ON "part_types" USING btree ("slug") WHERE "part_types"."deleted_at" is null;