import { expect, it } from "vitest";
import { aReview } from "#seed/builders.ts";
import { openShop } from "#tests/open-shop.ts";
import { addReviews } from "./store.ts";

it("GET /reviews answers all of them with the fields as spelled", async () => {
  const { get, shop } = await openShop();
  await addReviews(shop.db, [aReview({ ratting: 4 }), aReview({ name: "Mei Tan" })]);
  const { status, body } = await get("/api/reviews");
  expect([status, body]).toEqual([
    200,
    [
      { _id: expect.any(String), ...aReview({ ratting: 4 }) },
      { _id: expect.any(String), ...aReview({ name: "Mei Tan" }) },
    ],
  ]);
});
