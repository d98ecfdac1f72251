import { describe, expect, it } from "vitest";
import type { OwnComments } from "#contract/basket-comments.ts";
import type { Basket } from "#contract/baskets.ts";
import type { Part } from "#contract/catalog.ts";
import type { OwnData } from "#contract/own-data.ts";
import { aPart } from "#seed/builders.ts";
import { addParts } from "#server/modules/catalog/add-parts.ts";
import { allModules } from "#server/modules.ts";
import { deleteExpired } from "#server/operations/cleanup/delete-expired.ts";
import { ageBaskets, endShares } from "#tests/builders/basket.ts";
import { changePart } from "#tests/builders/part.ts";
import { timeFromNow } from "#tests/builders/time.ts";
import { changeSettings } from "#tests/change-settings.ts";
import { type OpenShop, openShop, shareShop } from "#tests/open-shop.ts";
import { openVisitor, signIn, signUp, type Visitor } from "#tests/people.ts";

const names = ["Disc", "Pads", "Belt", "Filter"];
const share = shareShop({
  parts: names.map((name) =>
    aPart({ name, minimumQuantity: 1, availablQuantity: 20, priceCents: 1_250 }),
  ),
});

type Named = Record<string, Part>;

async function findParts(shop: OpenShop): Promise<Named> {
  const all = (await shop.get("/api/parts")).body as Part[];
  return Object.fromEntries(all.map((part) => [part.name, part]));
}

async function open() {
  const shop = await share();
  return { shop, parts: await findParts(shop), visitor: openVisitor(shop) };
}

type Line = { part: string; quantity: number; saved?: boolean };
const put = (who: Visitor, ...lines: Line[]) => who.send("PUT", "/api/basket/lines", { lines });
const add = (who: Visitor, ...lines: Line[]) => who.send("POST", "/api/basket/lines", { lines });
const read = async (who: Visitor) => (await who.get("/api/basket")).body as Basket;
const idOf = (parts: Named, name: string) => parts[name]?._id ?? "";
const quantitiesOf = ({ lines }: Basket) =>
  Object.fromEntries(lines.map(({ name, quantity }) => [name, quantity]));

describe("a visitor's basket", () => {
  it("is kept by the server, priced, and nobody else's", async () => {
    const { shop, parts, visitor } = await open();
    expect(await read(visitor)).toMatchObject({ lines: [], pieces: 0, total: 0 });
    const answer = await put(visitor, { part: idOf(parts, "Disc"), quantity: 2 });
    expect(answer).toMatchObject({ status: 200, body: { pieces: 2, total: 25 } });
    await put(visitor, { part: idOf(parts, "Pads"), quantity: 3 });
    expect(await read(visitor)).toMatchObject({
      lines: [
        { name: "Disc", quantity: 2, price: 12.5, total: 25, saved: false },
        { name: "Pads", quantity: 3, total: 37.5 },
      ],
      pieces: 5,
      goods: 62.5,
      total: 62.5,
    });
    expect((await read(openVisitor(shop))).lines).toEqual([]);
  });

  it("has the same quantity when the same is sent again, and loses what is taken out", async () => {
    const { parts, visitor } = await open();
    const line = { part: idOf(parts, "Disc"), quantity: 4 };
    await put(visitor, line);
    await put(visitor, line);
    expect(quantitiesOf(await read(visitor))).toEqual({ Disc: 4 });
    const removed = await visitor.send("DELETE", `/api/basket/lines/${line.part}`);
    expect(removed).toMatchObject({ status: 200, body: { lines: [] } });
    expect((await visitor.send("DELETE", `/api/basket/lines/${line.part}`)).status).toBe(200);
  });

  it("keeps a part for later, out of the sum", async () => {
    const { parts, visitor } = await open();
    await put(visitor, { part: idOf(parts, "Disc"), quantity: 2, saved: true });
    expect(await read(visitor)).toMatchObject({ pieces: 0, total: 0, lines: [{ saved: true }] });
    await put(visitor, { part: idOf(parts, "Disc"), quantity: 2 });
    expect(await read(visitor)).toMatchObject({ pieces: 2, total: 25 });
  });
});

describe("adding", () => {
  it("adds to what is there, at once in two tabs as well", async () => {
    const { parts, visitor } = await open();
    const [disc, pads] = [idOf(parts, "Disc"), idOf(parts, "Pads")];
    await put(visitor, { part: pads, quantity: 7, saved: true });
    const tabs = Array.from({ length: 8 }, () => add(visitor, { part: disc, quantity: 2 }));
    expect(new Set((await Promise.all(tabs)).map(({ status }) => status))).toEqual(new Set([200]));
    expect(quantitiesOf(await read(visitor))).toEqual({ Pads: 7, Disc: 16 });
    // What was kept for later counts as none; a part named twice counts twice.
    const more = [disc, pads, disc].map((part) => ({ part, quantity: 2 }));
    expect((await add(visitor, ...more)).body).toMatchObject({
      lines: [
        { name: "Pads", quantity: 2, saved: false },
        { name: "Disc", quantity: 19, note: expect.stringContaining("set to 19") },
      ],
      added: [
        { part: disc, pieces: 3 },
        { part: pads, pieces: 2 },
      ],
    });
    expect(await add(visitor, { part: disc, quantity: 1 })).toMatchObject({
      body: { added: [{ pieces: 0 }] },
    });
    expect((await add(visitor, { part: disc, quantity: 0 })).status).toBe(400);
  });
});

describe("a quantity", () => {
  it("becomes the nearest that can be ordered, and says why", async () => {
    const { parts, visitor } = await open();
    const noteFor = async (quantity: number) => {
      const { body } = await put(visitor, { part: idOf(parts, "Belt"), quantity });
      const [line] = (body as Basket).lines;
      return [line?.quantity, line?.note];
    };
    expect(await noteFor(1)).toEqual([2, "The least you can order is 2: set to 2."]);
    const most = "Only 20 are left, so the most you can order is 19: set to 19.";
    expect(await noteFor(20)).toEqual([19, most]);
    expect(await noteFor(1_000_000_000)).toEqual([19, most]);
    expect(await noteFor(19)).toEqual([19, undefined]);
  });

  it("is refused where it is none", async () => {
    const { parts, visitor } = await open();
    for (const quantity of [0, -1, 1.5, 1e10, "2", null]) {
      const { status } = await put(visitor, {
        part: idOf(parts, "Belt"),
        quantity: quantity as number,
      });
      expect(status, `${quantity}`).toBe(400);
    }
    expect((await read(visitor)).lines).toEqual([]);
  });

  it("follows the stock, as the price does, and says so", async () => {
    const { shop, visitor } = await open();
    const part = await addPart(shop, { availablQuantity: 10, priceCents: 500 });
    await put(visitor, { part, quantity: 8 });
    await changePart(shop, { id: part }, { priceCents: 600 });
    await sellTo(shop, part, 5);
    expect((await read(visitor)).lines).toMatchObject([
      {
        quantity: 4,
        price: 6,
        priceBefore: 5,
        total: 24,
        note: "Only 5 are left, so the most you can order is 4: set to 4.",
      },
    ]);
    await sellTo(shop, part, 0);
    expect(await read(visitor)).toMatchObject({
      pieces: 0,
      total: 0,
      lines: [
        { quantity: 0, note: "Out of stock. It is not part of your order until there is more." },
      ],
    });
    await changePart(shop, { id: part }, { deletedAt: new Date() });
    expect((await read(visitor)).lines).toMatchObject([{ note: "This part is no longer sold." }]);
  });
});

describe("a basket", () => {
  it("does not take in what is not sold or cannot be ordered", async () => {
    const { shop, visitor } = await open();
    const unknown = await put(visitor, { part: crypto.randomUUID(), quantity: 1 });
    expect(unknown.status).toBe(404);
    const part = await addPart(shop, { availablQuantity: 1 });
    expect((await put(visitor, { part, quantity: 1 })).status).toBe(409);
    expect((await read(visitor)).lines).toEqual([]);
  });

  it("has at most 200 lines, all or none of what is put in", async () => {
    const { shop, visitor } = await open();
    const parts = await Promise.all(Array.from({ length: 201 }, () => addPart(shop, {})));
    const lines = parts.map((part) => ({ part, quantity: 2 }));
    expect((await put(visitor, ...lines)).status).toBe(400);
    expect((await put(visitor, ...lines.slice(0, 199))).status).toBe(200);
    expect((await put(visitor, ...lines.slice(198))).status).toBe(409);
    expect((await put(visitor, ...lines.slice(198, 200))).status).toBe(200);
    expect((await read(visitor)).lines).toHaveLength(200);
    expect((await put(visitor, { part: parts[0] ?? "", quantity: 3 })).status).toBe(200);
    // Nor more by what is in the browser when somebody signs in.
    const vera = await signUp(shop);
    expect((await put(vera, ...lines.slice(1))).status).toBe(200);
    const { email, password } = vera;
    await visitor.send("POST", "/api/identity/sign-in", { email, password });
    expect((await read(visitor)).lines).toHaveLength(200);
  });
});

describe("a link to a basket", () => {
  it("shows others the parts alone, as they are now, until it ends", async () => {
    const { shop, parts, visitor } = await open();
    expect((await visitor.send("POST", "/api/basket/share")).status).toBe(409);
    await put(visitor, { part: idOf(parts, "Disc"), quantity: 2 });
    await put(visitor, { part: idOf(parts, "Pads"), quantity: 3, saved: true });
    const share = async (who: Visitor) =>
      ((await who.send("POST", "/api/basket/share")).body as { token: string }).token;
    const show = (token: string) => openVisitor(shop).send("POST", "/api/basket/shared", { token });
    const former = await share(visitor);
    const token = await share(visitor);
    expect((await show(former)).status).toBe(410);
    const { body } = await show(token);
    expect(body).toMatchObject({ basket: { total: 25, lines: [{ name: "Disc", quantity: 2 }] } });
    expect((body as { basket: Basket }).basket.lines).toHaveLength(1);
    // The link stays when the basket becomes a person's.
    const account = { name: "Jo", email: `jo.${crypto.randomUUID()}@example.com` };
    await visitor.send("POST", "/api/identity/sign-up", { ...account, password: "correct horse" });
    await put(visitor, { part: idOf(parts, "Belt"), quantity: 2 });
    expect((await show(token)).body).toMatchObject({ basket: { total: 50 } });
    changeSettings(shop.shop.clock, { now: () => timeFromNow({ days: 31 }) });
    expect((await show(token)).status).toBe(410);
    changeSettings(shop.shop.clock, { now: () => new Date() });
    await visitor.send("DELETE", "/api/basket/share");
    expect((await show(token)).status).toBe(410);
    // One that has ended gives way to the link of the basket that comes with a sign-in.
    await share(visitor);
    await endShares(shop.shop.db);
    const later = openVisitor(shop);
    await put(later, { part: idOf(parts, "Belt"), quantity: 1 });
    const fresh = await share(later);
    const { email } = account;
    await later.send("POST", "/api/identity/sign-in", { email, password: "correct horse" });
    await read(later);
    expect((await show(fresh)).status).toBe(200);
  });
});

describe("a comment on a line of a shared basket", () => {
  it("is written by whoever has the link, read by its owner, and removed by them alone", async () => {
    const { shop, parts, visitor } = await open();
    const [disc, pads] = [idOf(parts, "Disc"), idOf(parts, "Pads")];
    await put(visitor, { part: disc, quantity: 2 });
    const own = async (who: Visitor = visitor) =>
      (await who.get("/api/basket/comments")).body as OwnComments;
    expect(await own()).toEqual({ sharedUntil: null, comments: [] });
    const shared = await visitor.send("POST", "/api/basket/share");
    const { token, until } = shared.body as { token: string; until: string };
    const other = openVisitor(shop);
    const write = (given: object) =>
      other.send("POST", "/api/basket/shared/comments", {
        token,
        part: disc,
        name: "",
        text: "Take the coated one",
        ...given,
      });
    expect((await write({ name: "Jo" })).status).toBe(200);
    const again = await write({ text: "=cmd()" });
    const written = [
      { part: disc, name: "Jo", text: "Take the coated one" },
      { name: "", text: "=cmd()" },
    ];
    expect(again).toMatchObject({ status: 200, body: { comments: written } });
    expect(await own()).toMatchObject({ sharedUntil: until, comments: written });
    expect((await write({ part: pads })).status).toBe(404);
    expect((await write({ text: " " })).status).toBe(400);
    expect((await write({ token: "x" })).status).toBe(410);
    const [first] = (await own()).comments;
    await other.send("DELETE", `/api/basket/comments/${first?._id}`);
    expect((await own()).comments).toHaveLength(2);
    await visitor.send("DELETE", `/api/basket/comments/${first?._id}`);
    expect((await own()).comments).toMatchObject(written.slice(1));
    // They go with the basket to its person, and with their line.
    const account = { name: "Jo", email: `jo.${crypto.randomUUID()}@example.com` };
    await visitor.send("POST", "/api/identity/sign-up", { ...account, password: "correct horse" });
    expect((await own()).comments).toMatchObject(written.slice(1));
    const { body } = await visitor.get("/api/own-data");
    expect((body as OwnData).basket).toMatchObject([{ comments: [{ text: "=cmd()" }] }]);
    await visitor.send("DELETE", `/api/basket/lines/${disc}`);
    expect((await own()).comments).toEqual([]);
  });

  it("is one of a few from one address within an hour", async () => {
    const { shop, parts, visitor } = await open();
    await put(visitor, { part: idOf(parts, "Disc"), quantity: 2 });
    const shared = await visitor.send("POST", "/api/basket/share");
    const { token } = shared.body as { token: string };
    const sent = { token, part: idOf(parts, "Disc"), name: "", text: "One more" };
    const statuses = new Set<number>();
    for (let time = 0; time < 61; time++) {
      const { status } = await openVisitor(shop).send("POST", "/api/basket/shared/comments", sent);
      statuses.add(status);
    }
    expect([...statuses]).toEqual([200, 429]);
  });
});

describe("at sign-in", () => {
  it("a visitor's basket becomes part of the person's own: nothing is lost or doubled", async () => {
    const { shop, parts, visitor } = await open();
    const vera = await signUp(shop);
    await put(vera, { part: idOf(parts, "Disc"), quantity: 2 });
    await put(vera, { part: idOf(parts, "Pads"), quantity: 9 });
    await put(visitor, { part: idOf(parts, "Pads"), quantity: 3 });
    await put(visitor, { part: idOf(parts, "Belt"), quantity: 4 });
    await visitor.send("POST", "/api/identity/sign-in", {
      email: vera.email,
      password: vera.password,
    });
    const expected = { Disc: 2, Pads: 9, Belt: 4 };
    // In two tabs at once.
    const seen = await Promise.all([read(visitor), read(visitor)]);
    expect(seen.map(quantitiesOf)).toEqual([expected, expected]);
    expect(quantitiesOf(await read(await signIn(shop, vera)))).toEqual(expected);
    await visitor.send("POST", "/api/identity/sign-out");
    expect((await read(visitor)).lines).toEqual([]);
  });

  it("a first basket goes with the person who signs up", async () => {
    const { shop, parts, visitor } = await open();
    await put(visitor, { part: idOf(parts, "Filter"), quantity: 5 });
    const account = { name: "Jo", email: `jo.${crypto.randomUUID()}@example.com` };
    const body = { ...account, password: "correct horse" };
    expect((await visitor.send("POST", "/api/identity/sign-up", body)).status).toBe(200);
    expect(quantitiesOf(await read(visitor))).toEqual({ Filter: 5 });
    const other = await signUp(shop);
    expect((await read(other)).lines).toEqual([]);
  });
});

let count = 0;

async function addPart(shop: OpenShop, given: { availablQuantity?: number; priceCents?: number }) {
  const name = `Part ${++count}`;
  const [id = ""] = await addParts(shop.shop.db, [
    aPart({ name, minimumQuantity: 1, availablQuantity: 20, ...given }),
  ]);
  return id;
}

const sellTo = (shop: OpenShop, id: string, stock: number) => changePart(shop, { id }, { stock });

describe("the baskets of visitors", () => {
  it("go after a week if nobody looked at them, and after ninety days if nobody came back", async () => {
    const { shop, parts, visitor } = await open();
    const program = openVisitor(shop);
    for (const who of [visitor, program])
      await put(who, { part: idOf(parts, "Disc"), quantity: 2 });
    await read(visitor);
    const linesAfter = async (days: number) => {
      await ageBaskets(shop.shop.db, days);
      await deleteExpired(shop.shop.db, allModules.expires);
      return [(await read(visitor)).lines.length, (await read(program)).lines.length];
    };
    await ageBaskets(shop.shop.db, 6);
    await deleteExpired(shop.shop.db, allModules.expires);
    expect(await linesAfter(2)).toEqual([1, 0]);
    expect(await linesAfter(81)).toEqual([1, 0]);
    expect(await linesAfter(2)).toEqual([0, 0]);
  });

  it("are begun so often from one address, and a person still has one", async () => {
    const env = { PROXIES: "127.0.0.1", RATE_LIMIT_FACTOR: "1" };
    const shop = await openShop({ env, parts: [aPart({ minimumQuantity: 1 })] });
    const [part] = (await shop.get("/api/parts")).body as Part[];
    const line = { part: part?._id ?? "", quantity: 2 };
    const from = (address: string) => openVisitor(shop, { "x-forwarded-for": address });
    const first = from("2001:db8:1:2::1");
    const statuses: number[] = [(await put(first, line)).status];
    for (let time = 0; time < 60; time++) {
      const { status } = await put(from(`2001:db8:1:2::${time.toString(16)}`), line);
      statuses.push(status);
    }
    expect(statuses).toEqual([...Array(60).fill(200), 429]);
    expect((await put(first, { ...line, quantity: 3 })).status).toBe(200);
    expect((await put(from("2001:db8:1:3::1"), line)).status).toBe(200);
    const headers = { "x-forwarded-for": "2001:db8:1:2::1" };
    expect((await put(await signUp(shop, { headers }), line)).status).toBe(200);
  });
});
