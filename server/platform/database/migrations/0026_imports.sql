CREATE TABLE "import_chunks" (
	"import_id" uuid NOT NULL,
	"n" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "import_chunks_import_id_n_pk" PRIMARY KEY("import_id","n")
);
--> statement-breakpoint
CREATE TABLE "import_findings" (
	"import_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"n" smallint NOT NULL,
	"grade" text NOT NULL,
	"part" text NOT NULL,
	"what" text NOT NULL,
	"todo" text NOT NULL,
	CONSTRAINT "import_findings_import_id_line_n_pk" PRIMARY KEY("import_id","line","n")
);
--> statement-breakpoint
CREATE TABLE "import_lines" (
	"import_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"result" text NOT NULL,
	"part_id" uuid,
	"part" text NOT NULL,
	"key" text NOT NULL,
	"before" jsonb,
	"after" jsonb NOT NULL,
	CONSTRAINT "import_lines_import_id_line_pk" PRIMARY KEY("import_id","line")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "imports_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"file_name" text NOT NULL,
	"bytes" integer DEFAULT 0 NOT NULL,
	"sha256" text DEFAULT '' NOT NULL,
	"state" text NOT NULL,
	"counts" jsonb,
	"progress_done" integer DEFAULT 0 NOT NULL,
	"progress_of" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"uploaded_by" text NOT NULL,
	"applied_by" text,
	"undone_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"applied_at" timestamp with time zone,
	"undone_at" timestamp with time zone,
	CONSTRAINT "imports_bounded" CHECK (length("imports"."file_name") <= 200)
);
--> statement-breakpoint
ALTER TABLE "import_chunks" ADD CONSTRAINT "import_chunks_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_findings" ADD CONSTRAINT "import_findings_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_lines" ADD CONSTRAINT "import_lines_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "imports_number" ON "imports" USING btree ("number");--> statement-breakpoint
CREATE INDEX "imports_created" ON "imports" USING btree ("created_at");