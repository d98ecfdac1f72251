import { beforeAll, describe, expect, it } from "vitest";
import type { Checkout } from "#contract/checkout.ts";
import type { OwnData } from "#contract/own-data.ts";
import { setUpDelivery } from "#tests/basket-order.ts";
import { anAddress } from "#tests/builders/address.ts";
import { shareShop } from "#tests/open-shop.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";

const share = shareShop();
const address = anAddress();

beforeAll(async () => setUpDelivery(await signUpAdmin(await share())));

describe("the addresses of a checkout", () => {
  it("are known from earlier times, each once, until they are forgotten", async () => {
    const shop = await share();
    const buyer = await signUp(shop);
    const works = { ...address, street: "Werkstr. 1" };
    for (const each of [address, works, address]) {
      expect((await buyer.send("PATCH", "/api/checkout", { address: each })).status).toBe(200);
    }
    const { addresses } = (await buyer.get("/api/checkout")).body as Checkout;
    expect(addresses.map((known) => known.address)).toEqual([address, works]);
    expect(((await buyer.get("/api/own-data")).body as OwnData).checkout.addresses).toHaveLength(2);
    const path = `/api/checkout/addresses/${addresses[1]?._id}`;
    const other = await signUp(shop);
    expect((await other.send("DELETE", path)).status).toBe(404);
    expect(await buyer.send("DELETE", path)).toMatchObject({
      status: 200,
      body: { addresses: [{ address }] },
    });
  });

  it("are refused if they are incomplete", async () => {
    const buyer = await signUp(await share());
    for (const changes of [{ street: " " }, { country: "Germany" }, { city: "" }, { name: "" }]) {
      const sent = { address: { ...address, ...changes } };
      expect((await buyer.send("PATCH", "/api/checkout", sent)).status).toBe(400);
    }
    expect((await buyer.get("/api/checkout")).body).toMatchObject({ address: null });
  });
});
