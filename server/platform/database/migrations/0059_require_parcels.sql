-- Beside it, a release that knows no roles gives limited admins all rights, and one that knows no parcels
-- refunds what was shipped.
UPDATE "drizzle"."oldest_release" SET "migration" = '0046_shipments_and_order_pages';
