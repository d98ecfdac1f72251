ALTER TABLE "companies" ADD COLUMN "price_group" text;--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_price_group" CHECK (length("companies"."price_group") <= 100);--> statement-breakpoint
CREATE FUNCTION "company_price_group"(person uuid) RETURNS text LANGUAGE sql STABLE AS $$
	SELECT price_group FROM company_members JOIN companies ON companies.id = company_id
	WHERE user_id = person
$$;
