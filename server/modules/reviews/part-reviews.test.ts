// Reviews of a part by people who have bought it.
import { describe, expect, it } from "vitest";
import type { Order } from "#contract/orders.ts";
import type { PartReviews, Review, ReviewEntry } from "#contract/reviews.ts";
import { changeOrder } from "#tests/builders/order.ts";
import { listenLive } from "#tests/listen-live.ts";
import { type OpenShop, shareShop } from "#tests/open-shop.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { type SignedIn, signUp, signUpAdmin } from "#tests/people.ts";

const openShop = shareShop();
const upload = "/images/0123456789abcdef0123456789abcdef/960.webp";
const aPartReview = (review: object = {}) => ({
  name: "Vera",
  ratting: 4,
  description: "Fits at once.",
  picture: "",
  ...review,
});

const markPaid = ({ shop }: OpenShop, order: Order) =>
  changeOrder(shop.db, order, {
    state: "paid",
    paidAt: new Date(),
    transactionId: `pi_${order._id}`,
  });

async function openBought() {
  const shop = await openShop();
  const [vera, part] = [await signUp(shop), await aStockedPart(shop)];
  const path = `/api/parts/${part.id}/own-review`;
  const order = await placeOrder(vera, part);
  await markPaid(shop, order);
  const write = (review: object = {}, person: SignedIn = vera) =>
    person.send("PUT", path, aPartReview(review));
  const listed = async () => (await shop.get(`/api/parts/${part.id}/reviews`)).body as PartReviews;
  return { shop, vera, part, order, path, write, listed };
}

describe("PUT /parts/:id/own-review", () => {
  it("adds a buyer's review, with a picture, for everybody to read", async () => {
    const { shop, vera, part, write, listed } = await openBought();
    expect(await listed()).toEqual({
      part: part.id,
      count: 0,
      average: null,
      items: [],
      next: null,
    });
    const live = await listenLive(shop, `shows=part:${part.id}`);
    expect(await write({ picture: upload })).toMatchObject({ status: 200 });
    await expect.poll(live.heard).toContain(`part:${part.id}`);
    expect(await listed()).toMatchObject({
      count: 1,
      average: 4,
      items: [{ ...aPartReview({ picture: upload }), img: "", boughtHere: true }],
    });
    const own = await vera.get(`/api/parts/${part.id}/own-review`);
    expect(own.body).toMatchObject({ mayReview: true, review: { name: "Vera" } });
    expect((await shop.get("/api/reviews")).body as Review[]).toEqual([]);
  });

  it("changes the one that the person has written before", async () => {
    const { shop, part, write, listed } = await openBought();
    const first = await write();
    const other = await signUp(shop);
    await markPaid(shop, await placeOrder(other, part));
    await write({ ratting: 5 }, other);
    expect(await write({ ratting: 1, description: "Broke." })).toEqual(first);
    expect(await listed()).toMatchObject({
      count: 2,
      average: 3,
      items: [{ ratting: 5 }, { ratting: 1, description: "Broke." }],
    });
  });

  it("is refused to those who have not bought it, or whose order is not paid", async () => {
    const { shop, part, path, write, listed } = await openBought();
    const mei = await signUp(shop);
    const refused = {
      status: 403,
      body: { error: { message: expect.stringContaining("who have bought this part here") } },
    };
    expect(await write({}, mei)).toMatchObject(refused);
    await placeOrder(mei, part);
    expect(await write({}, mei)).toMatchObject(refused);
    expect((await mei.get(path)).body).toEqual({ mayReview: false, review: null });
    expect((await shop.send("PUT", path, aPartReview())).status).toBe(401);
    expect((await listed()).count).toBe(0);
  });

  it.each([
    ["a ratting of 6", { ratting: 6 }],
    ["no ratting", { ratting: null }],
    ["a picture from elsewhere", { picture: "https://elsewhere.example/x.jpg" }],
    ["a long description", { description: "x".repeat(4_001) }],
  ])("refuses %s at the field", async (_, wrong) => {
    const { write } = await openBought();
    const [field = ""] = Object.keys(wrong);
    expect(await write(wrong)).toMatchObject({
      status: 400,
      body: { error: { fields: { [field]: expect.any(String) } } },
    });
  });
});

it("is found by admins by its text, account and part as these are now", async () => {
  const { shop, vera, part, write } = await openBought();
  const { body } = await write({ description: "Fits at once, ÄRMEL included." });
  const id = (body as { _id: string })._id;
  const admin = await signUpAdmin(shop);
  const find = async (q: string) => {
    const { body } = await admin.get(`/api/allReviews?limit=5&${new URLSearchParams({ q })}`);
    return (body as ReviewEntry[]).map(({ _id }) => _id);
  };
  for (const q of [`at once ${vera.email}`, "ärmel", id]) expect(await find(q)).toEqual([id]);
  expect(await find("at once zq")).toEqual([]);
  const renamed = { name: "Hovercraft Skirt" };
  expect((await admin.send("PATCH", `/api/parts/${part.id}`, renamed)).status).toBe(200);
  expect(await find("hovercraft VERA")).toEqual([id]);
  await admin.send("DELETE", `/api/user/${vera.user._id}`);
  expect([await find(vera.email), await find("hovercraft")]).toEqual([[], [id]]);
});

it("DELETE /parts/:id/own-review removes it", async () => {
  const { vera, path, write, listed } = await openBought();
  await write();
  expect(await vera.send("DELETE", path)).toEqual({ status: 200, body: { deletedCount: 1 } });
  expect((await vera.send("DELETE", path)).status).toBe(404);
  expect((await listed()).count).toBe(0);
});

it("an admin sees which part it is of and its picture, and removes it", async () => {
  const { shop, part, write, listed } = await openBought();
  await write({ picture: upload });
  const admin = await signUpAdmin(shop);
  const [entry] = (await admin.get("/api/allReviews")).body as ReviewEntry[];
  expect(entry).toMatchObject({ part: { _id: part.id, name: part.name }, picture: upload });
  const of = async (number: string) =>
    (await admin.get(`/api/allReviews?${new URLSearchParams({ part: number })}`)).body;
  expect(await of(entry?.part?.number.toLowerCase() ?? "")).toMatchObject([{ _id: entry?._id }]);
  expect(await of("PW-0000")).toEqual([]);
  await admin.send("DELETE", `/api/reviews/${entry?._id}`);
  expect((await listed()).count).toBe(0);
});

it("goes with the account of its writer", async () => {
  const { vera, part, write, listed } = await openBought();
  await write();
  expect((await vera.get("/api/own-data")).body).toMatchObject({ reviews: [{ part: part.id }] });
  const { email, password } = vera;
  expect((await listed()).count).toBe(1);
  await vera.send("POST", "/api/own-data/delete", { email, password });
  expect((await listed()).count).toBe(0);
});

it("a review of the shop says whether its writer has bought here", async () => {
  const { shop, vera } = await openBought();
  const mei = await signUp(shop);
  const review = { name: "", ratting: 5, img: "", description: "Quick." };
  for (const person of [vera, mei]) await person.send("POST", "/api/reviews", review);
  const written = (await shop.get("/api/reviews?newest=2")).body as Review[];
  expect(written.map(({ boughtHere }) => boughtHere)).toEqual([true, false]);
});

it("the page of the part says it to search engines, once there is one", async () => {
  const { shop, part, write } = await openBought();
  const product = async () => {
    const { number } = (await shop.get(`/api/parts/${part.id}`)).body as { number: string };
    const html = await (await shop.request(`/part/${number}/x`)).text();
    const [, json = "{}"] =
      /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html) ?? [];
    const { "@graph": graph = [] } = JSON.parse(json) as { "@graph"?: { "@type": string }[] };
    return graph.find((node) => node["@type"] === "Product");
  };
  expect(await product()).not.toHaveProperty("aggregateRating");
  await write();
  expect(await product()).toMatchObject({ aggregateRating: { ratingValue: 4, reviewCount: 1 } });
});
