import { expect, it } from "vitest";
import { openShop } from "#tests/open-shop.ts";
import { signIn, signUp } from "#tests/people.ts";
import { addSession } from "./sessions.ts";

it("fifty sessions remain, however many start at the same moment", async () => {
  const shop = await openShop();
  const vera = await signUp(shop);
  const nowhere = { agent: "", address: "" };
  const begin = async () => {
    for (let time = 0; time < 200; time++) await addSession(shop.shop.db, vera.user._id, nowhere);
  };
  // Deleting the same sessions in different orders would be a deadlock.
  await Promise.all(Array.from({ length: 16 }, begin));
  const last = await signIn(shop, vera);
  expect((await last.get("/api/identity/sessions")).body).toHaveLength(50);
  expect(await vera.get("/api/identity/session")).toMatchObject({ body: { user: null } });
});
