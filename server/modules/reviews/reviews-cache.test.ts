// Lists of reviews are cached: what anybody adds or removes shows in the next answer.
import { expect, it } from "vitest";
import { aReview } from "#seed/builders.ts";
import { openShop } from "#tests/open-shop.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";

it.each(["/api/reviews", "/api/reviews?newest=5"])(
  "%s, read before, shows a new review at once and a removed one no more",
  async (path) => {
    const shop = await openShop();
    const [vera, admin] = [await signUp(shop), await signUpAdmin(shop)];
    expect(await shop.get(path)).toEqual({ status: 200, body: [] });
    const added = await vera.send("POST", "/api/reviews", aReview());
    const { insertedId } = added.body as { insertedId: string };
    expect((await shop.get(path)).body).toEqual([expect.objectContaining({ _id: insertedId })]);
    await admin.send("DELETE", `/api/reviews/${insertedId}`);
    expect((await shop.get(path)).body).toEqual([]);
  },
);
