ALTER TABLE "companies" DROP CONSTRAINT "companies_bounded";--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "price_group" text;--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_bounded" CHECK (length("companies"."name") between 1 and 200 and length("companies"."address") <= 1000
        and length("companies"."country") = 2 and length("companies"."vat_id") <= 20
        and length("companies"."price_group") <= 100);--> statement-breakpoint
CREATE FUNCTION "company_price_group"(person uuid) RETURNS text LANGUAGE sql STABLE AS $$
	SELECT price_group FROM company_members JOIN companies ON companies.id = company_id
	WHERE user_id = person
$$;
