CREATE TABLE "companies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"country" text NOT NULL,
	"vat_id" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "companies_bounded" CHECK (length("companies"."name") between 1 and 200 and length("companies"."address") <= 1000
        and length("companies"."country") = 2 and length("companies"."vat_id") <= 20)
);
--> statement-breakpoint
CREATE TABLE "company_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" "bytea",
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "company_invitations_known" CHECK ("company_invitations"."role" in ('owner', 'buyer') and length("company_invitations"."email") <= 254)
);
--> statement-breakpoint
CREATE TABLE "company_members" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "company_members_role_known" CHECK ("company_members"."role" in ('owner', 'buyer'))
);
--> statement-breakpoint
ALTER TABLE "checkouts" DROP CONSTRAINT "checkouts_bounded";--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "bill_to" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "bill_to" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "company_id" uuid;--> statement-breakpoint
ALTER TABLE "company_invitations" ADD CONSTRAINT "company_invitations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_members" ADD CONSTRAINT "company_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_members" ADD CONSTRAINT "company_members_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "company_invitations_once" ON "company_invitations" USING btree ("company_id","email");--> statement-breakpoint
CREATE UNIQUE INDEX "company_invitations_token" ON "company_invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "company_invitations_expiry" ON "company_invitations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "company_members_of" ON "company_members" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "orders_of_company" ON "orders" USING btree ("company_id","id") WHERE "orders"."company_id" is not null;--> statement-breakpoint
CREATE INDEX "orders_by_reference" ON "orders" USING gin (lower("reference") gin_trgm_ops) WHERE "orders"."reference" <> '';--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_bounded" CHECK (length("checkouts"."vat_id") <= 20 and length("checkouts"."reference") <= 60
        and length("checkouts"."address"::text) <= 4000 and length("checkouts"."bill_to"::text) <= 4000);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE FUNCTION set_order_company() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	new.company_id := (SELECT m.company_id FROM company_members m WHERE m.user_id = new.user_id);
	RETURN new;
END $$;--> statement-breakpoint
CREATE TRIGGER "orders_company" BEFORE INSERT ON "orders"
	FOR EACH ROW WHEN (new.user_id IS NOT NULL) EXECUTE FUNCTION set_order_company();--> statement-breakpoint
-- Members see all orders of their company, so they are told of each change.
CREATE FUNCTION tell_company() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	new.tags := new.tags || coalesce((SELECT array_agg('orders-of:' || m.user_id)
		FROM orders o JOIN company_members m ON m.company_id = o.company_id
		WHERE o.id = new.about::uuid AND m.user_id IS DISTINCT FROM o.user_id), '{}');
	RETURN new;
END $$;--> statement-breakpoint
CREATE TRIGGER "outbox_company" BEFORE INSERT ON "outbox"
	FOR EACH ROW WHEN (new.name LIKE 'order.%') EXECUTE FUNCTION tell_company();--> statement-breakpoint
-- An account that is deleted leaves its company as well.
CREATE FUNCTION keep_company_owned() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE company_members SET role = 'owner'
	WHERE user_id = (SELECT user_id FROM company_members WHERE company_id = old.company_id
		ORDER BY created_at, user_id LIMIT 1)
		AND NOT EXISTS (SELECT FROM company_members
			WHERE company_id = old.company_id AND role = 'owner');
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "company_members_owned" AFTER DELETE ON "company_members"
	FOR EACH ROW EXECUTE FUNCTION keep_company_owned();
