import { describe, expect, it } from "vitest";
import type { OwnCompany } from "#contract/companies.ts";
import type { Order } from "#contract/orders.ts";
import { holdLetters, releaseLetters } from "#tests/builders/letter.ts";
import { clearLimits } from "#tests/builders/limit.ts";
import { countBlocked, whileLocked } from "#tests/builders/lock.ts";
import { addMembers } from "#tests/builders/person.ts";
import { cookiesOf, listenLive } from "#tests/listen-live.ts";
import { type OpenShop, shareShop } from "#tests/open-shop.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { tokenOfLetter, waitForLetter } from "#tests/outbox.ts";
import { openVisitor, type SignedIn, signUp, verifyEmail } from "#tests/people.ts";

const share = shareShop();
const details = { name: "Garage Lind", address: "Kaistr. 4", country: "DE", vatId: "DE123456789" };

const read = async (person: SignedIn) =>
  ((await person.get("/api/own-company")).body as OwnCompany).company;

async function openCompany(shop: OpenShop) {
  const owner = await signUp(shop);
  expect((await owner.send("POST", "/api/own-company", details)).status).toBe(200);
  return owner;
}

async function invite(shop: OpenShop, owner: SignedIn, email: string, role = "buyer") {
  await clearLimits(shop);
  const sent = await owner.send("POST", "/api/own-company/invitations", { email, role });
  expect(sent.status).toBe(200);
  return tokenOfLetter(await waitForLetter(shop, 1, { email }));
}

async function openWithBuyer() {
  const shop = await share();
  const owner = await openCompany(shop);
  const buyer = await signUp(shop);
  const token = await invite(shop, owner, buyer.email);
  expect((await buyer.send("POST", "/api/own-company/join", { token })).status).toBe(200);
  return { shop, owner, buyer };
}

const listed = async (person: SignedIn) => {
  const { body } = await person.get(`/api/orders?email=${person.email}&of=company`);
  return (body as Order[]).map(({ _id }) => _id);
};

describe("a company", () => {
  it("has the person who added it as its owner, and each person once", async () => {
    const shop = await share();
    const owner = await openCompany(shop);
    expect(await read(owner)).toMatchObject({
      ...details,
      role: "owner",
      members: [{ email: owner.email, role: "owner" }],
    });
    expect((await owner.send("POST", "/api/own-company", details)).status).toBe(409);
    const wrong = { ...details, vatId: "FR12345678901" };
    expect(await owner.send("PUT", "/api/own-company", wrong)).toMatchObject({
      status: 400,
      body: { error: { fields: { vatId: expect.stringContaining("DE") } } },
    });
    const twice = await signUp(shop);
    const both = [1, 2].map(() => twice.send("POST", "/api/own-company", details));
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("is named with who invites, in the e-mail and to whoever has its link", async () => {
    const shop = await share();
    const owner = await signUp(shop, { name: "Ada Lind" });
    const name = "Lind: www.prizes.example/win";
    await owner.send("POST", "/api/own-company", { ...details, name });
    const email = `${crypto.randomUUID()}@example.com`;
    const token = await invite(shop, owner, email);
    const letter = await waitForLetter(shop, 1, { email });
    // Nothing that a mail program would make a link of.
    expect(letter).toContain("Ada Lind invites you to order for Lind: www. prizes. example/ win");
    const read = (sent: string) =>
      openVisitor(shop).send("POST", "/api/own-company/invitation", { token: sent });
    expect(await read(token)).toEqual({
      status: 200,
      body: { company: name, invitedBy: "Ada Lind", email },
    });
    expect(await read("x")).toMatchObject({ status: 400, body: { error: { code: "invalid" } } });
  });

  it("is joined by the account with the e-mail that was invited, once", async () => {
    const shop = await share();
    const owner = await openCompany(shop);
    const [buyer, other] = [await signUp(shop), await signUp(shop)];
    const token = await invite(shop, owner, buyer.email);
    expect(await read(owner)).toMatchObject({ invitations: [{ email: buyer.email }] });
    expect((await other.send("POST", "/api/own-company/join", { token })).status).toBe(400);
    expect((await buyer.send("POST", "/api/own-company/join", { token })).status).toBe(200);
    expect(await read(buyer)).toMatchObject({ name: details.name, role: "buyer" });
    expect(await read(owner)).toMatchObject({ members: [{}, {}], invitations: [] });
    expect((await buyer.send("POST", "/api/own-company/join", { token })).status).toBe(409);
    const again = { email: buyer.email, role: "owner" };
    expect((await owner.send("POST", "/api/own-company/invitations", again)).status).toBe(409);
    const buyersOwn = await buyer.send("POST", "/api/own-company/invitations", again);
    expect(buyersOwn.status).toBe(403);
    const path = `/api/own-company/members/${buyer.user._id}`;
    expect((await buyer.send("PUT", path, { role: "owner" })).status).toBe(403);
  });

  it("has fifty people, also where the last place is taken by two at once", async () => {
    const shop = await share();
    const owner = await openCompany(shop);
    const [first, second] = [await signUp(shop), await signUp(shop)];
    const tokens = [
      await invite(shop, owner, first.email),
      await invite(shop, owner, second.email),
    ] as const;
    const emails = Array.from({ length: 48 }, () => `member-${crypto.randomUUID()}@example.com`);
    await addMembers(shop.shop.db, owner, emails);
    const join = (person: SignedIn, token: string) =>
      person.send("POST", "/api/own-company/join", { token });
    // Each would count the other out before either is a member.
    const { db } = shop.shop;
    const joining = await whileLocked(db, "company_members in share mode", async () => {
      const sent = [join(first, tokens[0]), join(second, tokens[1])] as const;
      await expect.poll(() => countBlocked(db)).toBe(2);
      return sent;
    });
    const both = await Promise.all(joining);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [late, token] = both[0].status === 409 ? [first, tokens[0]] : [second, tokens[1]];
    expect(await join(late, token)).toMatchObject({
      status: 409,
      body: { error: { message: "A company has at most 50 people." } },
    });
    // The invitation was not used up.
    const [member] = (await read(owner))?.members.slice(-1) ?? [];
    await owner.send("DELETE", `/api/own-company/members/${member?._id}`);
    expect((await join(late, token)).status).toBe(200);
  });

  it("invites few strangers an hour, fewer while the e-mail of its owner is unproven", async () => {
    const shop = await share();
    const invitesOf = async (owner: SignedIn, count: number) => {
      const statuses: number[] = [];
      for (let at = 0; at < count; at++) {
        const email = `stranger.${owner.user._id}.${at}@example.com`;
        const body = { email, role: "buyer" };
        statuses.push((await owner.send("POST", "/api/own-company/invitations", body)).status);
      }
      return statuses.filter((status) => status === 200).length;
    };
    await clearLimits(shop);
    const [doubtful, proven] = [await openCompany(shop), await openCompany(shop)];
    expect(await invitesOf(doubtful, 7)).toBe(5);
    await verifyEmail(shop, proven);
    expect(await invitesOf(proven, 22)).toBe(20);
    await clearLimits(shop);
    expect(await invitesOf(doubtful, 1)).toBe(1);
    await clearLimits(shop);
  });

  it("takes an invitation back, also one whose letter waits", async () => {
    const shop = await share();
    const owner = await openCompany(shop);
    await holdLetters(shop);
    const email = `late-${crypto.randomUUID()}@example.com`;
    const body = { email, role: "buyer" };
    const { invitations } = (
      (await owner.send("POST", "/api/own-company/invitations", body)).body as OwnCompany
    ).company ?? { invitations: [] };
    const path = `/api/own-company/invitations/${invitations[0]?._id}`;
    expect((await (await signUp(shop)).send("DELETE", path)).status).toBe(404);
    const live = await listenLive(shop, "shows=orders-of:me", cookiesOf(owner));
    expect(await owner.send("DELETE", path)).toMatchObject({ body: { company: {} } });
    await expect.poll(live.heard).toContain(`orders-of:${owner.user._id}`);
    expect(await read(owner)).toMatchObject({ invitations: [] });
    await releaseLetters(shop);
  });
});

describe("the orders of a company", () => {
  it("are seen by its members alone, live, and as long as they belong to it", async () => {
    const { shop, owner, buyer } = await openWithBuyer();
    const before = await placeOrder(await signUp(shop), await aStockedPart(shop));
    const live = await listenLive(shop, "shows=orders-of:me", cookiesOf(owner));
    const order = await placeOrder(buyer, await aStockedPart(shop));
    await expect.poll(live.heard).toContain(`orders-of:${owner.user._id}`);
    expect(await listed(owner)).toEqual([order._id]);
    for (const path of [`/api/orders/${order._id}`, `/api/orders/${order.number}/page`])
      expect((await owner.get(path)).status).toBe(200);
    expect((await owner.get(`/api/orders/${order._id}/page`)).body).toMatchObject({ isOwn: false });
    expect((await owner.get(`/api/orders/${before._id}`)).status).toBe(404);
    // Seeing is not changing.
    expect((await owner.send("DELETE", `/api/orders/${order._id}`)).status).toBe(404);
    const { body } = await owner.get(`/api/orders?email=${owner.email}`);
    expect(body).toEqual([]);
    const leave = await buyer.send("DELETE", `/api/own-company/members/${buyer.user._id}`);
    expect(leave.body).toEqual({ company: null });
    expect(await listed(buyer)).toEqual([]);
    expect((await buyer.get(`/api/orders/${order._id}`)).status).toBe(200);
    const removed = await placeOrder(buyer, await aStockedPart(shop));
    expect((await owner.get(`/api/orders/${removed._id}`)).status).toBe(404);
    expect(await listed(owner)).toEqual([order._id]);
  });

  it("stay with it when an account goes, and another member becomes the owner", async () => {
    const { shop, owner, buyer } = await openWithBuyer();
    const order = await placeOrder(owner, await aStockedPart(shop));
    const { email, password } = owner;
    const live = await listenLive(shop, "shows=orders-of:me", cookiesOf(buyer));
    expect((await owner.send("POST", "/api/own-data/delete", { email, password })).status).toBe(
      200,
    );
    await expect.poll(live.heard).toContain(`"user:${owner.user._id}"`);
    expect(await read(buyer)).toMatchObject({ role: "owner", members: [{ email: buyer.email }] });
    expect((await buyer.get(`/api/orders/${order._id}`)).status).toBe(200);
    expect((await buyer.get("/api/own-data")).body).toMatchObject({
      company: { name: details.name, role: "owner" },
    });
  });
});
