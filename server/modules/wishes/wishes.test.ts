import { describe, expect, it } from "vitest";
import type { OwnData } from "#contract/own-data.ts";
import { maxWishes } from "#contract/wishes.ts";
import { aPart } from "#seed/builders.ts";
import { addParts } from "#server/modules/catalog/add-parts.ts";
import { changePart } from "#tests/builders/part.ts";
import { shareShop } from "#tests/open-shop.ts";
import { aStockedPart } from "#tests/orders.ts";
import { type SignedIn, signUp } from "#tests/people.ts";

const share = shareShop();

const add = ({ send }: SignedIn, ...parts: string[]) => send("POST", "/api/wishes", { parts });
const list = async ({ get }: SignedIn) => (await get("/api/wishes")).body as string[];
const remove = ({ send }: SignedIn, id: string) => send("DELETE", `/api/wishes/${id}`);

async function threeParts() {
  const shop = await share();
  const ids = [];
  for (const name of ["Disc", "Pad", "Hose"]) ids.push((await aStockedPart(shop, { name })).id);
  return { shop, ids: ids as [string, string, string] };
}

describe("a wish list", () => {
  it("has each part once, the newest first, and is its owner's alone", async () => {
    const { shop, ids } = await threeParts();
    const [disc, pad, hose] = ids;
    const [vera, jonas] = [await signUp(shop), await signUp(shop)];
    expect((await add(vera, disc)).body).toEqual([disc]);
    expect((await add(vera, pad)).body).toEqual([pad, disc]);
    // As a browser's list comes at sign-in: in its order, before what was there.
    expect((await add(vera, hose, disc)).body).toEqual([hose, pad, disc]);
    expect(await list(vera)).toEqual([hose, pad, disc]);
    expect(await list(jonas)).toEqual([]);
    expect((await remove(jonas, pad)).body).toEqual([]);
    expect((await remove(vera, pad)).body).toEqual([hose, disc]);
    expect((await remove(vera, pad)).status).toBe(200);
  });

  it("leaves out what is no part of the shop", async () => {
    const { shop, ids } = await threeParts();
    const [disc, pad] = ids;
    const vera = await signUp(shop);
    await changePart(shop, { id: pad }, { hidden: true });
    expect((await add(vera, crypto.randomUUID(), pad, disc)).body).toEqual([disc]);
    expect((await add(vera, "PW-1")).status).toBe(400);
  });

  it("has room for many parts, and takes all or none where it would be too long", async () => {
    const shop = await share();
    const ids = await addParts(
      shop.shop.db,
      Array.from({ length: maxWishes + 1 }, () => aPart()),
    );
    const [first = "", ...rest] = ids;
    const vera = await signUp(shop);
    expect((await add(vera, ...rest)).body).toEqual(rest);
    expect(await add(vera, first)).toMatchObject({ status: 409 });
    expect(await list(vera)).toHaveLength(maxWishes);
    expect((await add(vera, ...rest.slice(0, 5))).status).toBe(200);
  });

  it("is in its owner's data", async () => {
    const { shop, ids } = await threeParts();
    const vera = await signUp(shop);
    await add(vera, ids[0]);
    const { wishes } = (await vera.get("/api/own-data")).body as OwnData;
    expect(wishes).toEqual([{ part: ids[0], since: expect.any(String) }]);
    const { email, password } = vera;
    expect((await vera.send("POST", "/api/own-data/delete", { email, password })).status).toBe(200);
    expect(await list(await signUp(shop, { email }))).toEqual([]);
  });
});
