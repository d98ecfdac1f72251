import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { SessionEntry } from "#contract/identity.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { changeSessions, findSessions } from "#tests/builders/session.ts";
import { timeAgo, timeFromNow } from "#tests/builders/time.ts";
import { type OpenShop, shareShop } from "#tests/open-shop.ts";
import { tokenOfLetter, waitForLetter } from "#tests/outbox.ts";
import { getAccessToken, openVisitor, signIn, signUp } from "#tests/people.ts";
import { endAllSessions } from "./end-sessions.ts";
import { addSession } from "./sessions.ts";
import { knownDevices } from "./tables.ts";

const nobody = { status: 200, body: { user: null } };
const open = shareShop();

describe("a session ends from the next request on", () => {
  const isOut = async (person: Awaited<ReturnType<typeof signUp>>, token?: string) => {
    const headers = token ? { authorization: `Bearer ${token}` } : {};
    const { status } = await person.request(`/api/updateUser/${person.email}`, { headers });
    return status === 401;
  };

  it("by sign-out, with its cookie and tokens, and in no other browser", async () => {
    const shop = await open();
    const here = await signUp(shop);
    const there = await signIn(shop, here);
    const token = await getAccessToken(here);
    const cookies = new Map(here.cookies);
    expect(await here.send("POST", "/api/identity/sign-out")).toEqual(nobody);
    expect([...here.cookies.keys()].some((name) => name.startsWith("session"))).toBe(false);
    for (const [name, value] of cookies) here.cookies.set(name, value);
    expect(await isOut(here)).toBe(true);
    expect(await isOut(here, token)).toBe(true);
    expect(await isOut(there)).toBe(false);
  });

  it("by a change of the password, except in this browser", async () => {
    const shop = await open();
    const here = await signUp(shop);
    const others = await Promise.all(Array.from({ length: 3 }, () => signIn(shop, here)));
    const token = await getAccessToken(here);
    const old = new Map(here.cookies);
    const changed = await here.send("POST", "/api/identity/password", {
      current: here.password,
      password: "another horse",
    });
    expect(changed.status).toBe(200);
    expect(await isOut(here)).toBe(false);
    expect(await isOut(here, token)).toBe(true);
    for (const other of others) expect(await isOut(other)).toBe(true);
    const stolen = openVisitor(shop);
    for (const [name, value] of old) stolen.cookies.set(name, value);
    expect(await stolen.get("/api/identity/session")).toEqual(nobody);
    await signIn(shop, { email: here.email, password: "another horse" });
  });

  it("but not if the current password is wrong, which the field says", async () => {
    const shop = await open();
    const vera = await signUp(shop);
    expect(
      await vera.send("POST", "/api/identity/password", {
        current: "wrong horse",
        password: "another horse",
      }),
    ).toMatchObject({ status: 400, body: { error: { fields: { current: expect.any(String) } } } });
    await signIn(shop, vera);
  });

  it("one by one or everywhere, as its person wants", async () => {
    const shop = await open();
    const here = await signUp(shop);
    const there = await signIn(shop, here, { "user-agent": "There/1.0" });
    const { body } = await here.get("/api/identity/sessions");
    const list = body as { _id: string; current: boolean; agent: string }[];
    expect(list.map(({ current }) => current).sort()).toEqual([false, true]);
    const other = list.find(({ agent }) => agent === "There/1.0");
    expect(await here.send("DELETE", `/api/identity/sessions/${other?._id}`)).toMatchObject({
      status: 200,
    });
    expect(await isOut(there)).toBe(true);
    expect(await isOut(here)).toBe(false);
    const third = await signIn(shop, here);
    await third.send("POST", "/api/identity/sign-out-everywhere");
    expect(await isOut(here)).toBe(true);
  });

  it("by its person only after they proved anew who they are", async () => {
    const shop = await open();
    const here = await signUp(shop);
    const there = await signIn(shop, here);
    const [other] = ((await there.get("/api/identity/sessions")).body as SessionEntry[]).filter(
      ({ current }) => current,
    );
    const end = async () =>
      (await here.send("DELETE", `/api/identity/sessions/${other?._id}`)).status;
    const endAll = async () =>
      (await here.send("POST", "/api/identity/sign-out-everywhere")).status;
    await changeSessions(shop, here, { confirmedAt: timeAgo({ minutes: 16 }) });
    expect([await end(), await endAll(), await isOut(there)]).toEqual([403, 403, false]);
    const { password } = here;
    expect((await here.send("POST", "/api/identity/confirm", { password })).status).toBe(200);
    expect([await end(), await isOut(there), await endAll()]).toEqual([200, true, 200]);
  });

  it("when it expires", async () => {
    const shop = await open();
    const vera = await signUp(shop);
    await changeSessions(shop, vera, { expiresAt: timeAgo({ seconds: 1 }) });
    expect(await isOut(vera)).toBe(true);
    expect(await vera.get("/api/identity/session")).toEqual(nobody);
  });

  it("later if it is used, but after 90 days at the latest", async () => {
    const shop = await open();
    const vera = await signUp(shop);
    const daysLeft = async () => {
      const [session] = await findSessions(shop, vera);
      return Math.round((Number(session?.expiresAt) - Date.now()) / 86_400_000);
    };
    const seenYesterday = { lastSeenAt: timeAgo({ days: 1 }) };
    await changeSessions(shop, vera, {
      ...seenYesterday,
      createdAt: timeAgo({ days: 50 }),
      expiresAt: timeFromNow({ days: 29 }),
    });
    await vera.get("/api/identity/session");
    expect(await daysLeft()).toBe(30);
    await changeSessions(shop, vera, { ...seenYesterday, createdAt: timeAgo({ days: 80 }) });
    await vera.get("/api/identity/session");
    expect(await daysLeft()).toBe(10);
  });
});

describe("the known browsers of an account", () => {
  const known = async ({ shop }: OpenShop, { user }: { user: { _id: string } }) =>
    shop.db.$count(knownDevices, eq(knownDevices.userId, user._id));

  it("are deleted with a change of the password", async () => {
    const shop = await open();
    const vera = await signUp(shop);
    await signIn(shop, vera);
    expect(await known(shop, vera)).toBe(2);
    const change = { current: vera.password, password: "another horse" };
    await vera.send("POST", "/api/identity/password", change);
    expect(await known(shop, vera)).toBe(1);
    await openVisitor(shop).send("POST", "/api/identity/forgotten", { email: vera.email });
    const body = {
      token: await tokenOfLetter(await waitForLetter(shop, 2, vera)),
      password: "a new horse",
    };
    await openVisitor(shop).send("POST", "/api/identity/reset", body);
    expect(await known(shop, vera)).toBe(1);
  });

  it("are separate for two people, and fifty at most", async () => {
    const shop = await open();
    const [vera, other] = [await signUp(shop), await signUp(shop)];
    const enter = ({ email, password }: typeof vera) =>
      vera.send("POST", "/api/identity/sign-in", { email, password });
    await enter(other);
    await enter(vera);
    await enter(other);
    expect([await known(shop, vera), await known(shop, other)]).toEqual([1, 2]);
    for (let times = 0; times < 52; times++) await signIn(shop, vera);
    expect(await known(shop, vera)).toBe(50);
  });

  it("have twenty attempts an hour for the current password, too", async () => {
    const shop = await open();
    const vera = await signUp(shop);
    const answers: number[] = [];
    for (let times = 0; times < 25; times++) {
      const wrong = { current: `wrong ${times}`, password: "another horse" };
      answers.push((await vera.send("POST", "/api/identity/password", wrong)).status);
    }
    expect(answers.filter((status) => status === 400)).toHaveLength(20);
    expect(answers.at(-1)).toBe(429);
  });
});

it("fifty sessions remain, and a new one waits for none that is ending", async () => {
  const shop = await open();
  const vera = await signUp(shop);
  const nowhere = { agent: "", address: "" };
  const begin = () => addSession(shop.shop.db, vera.user._id, nowhere);
  await Promise.all(Array.from({ length: 100 }, begin));
  // Ends the oldest sessions in another order than a sign-in does: waiting would be a deadlock.
  await inTransaction(shop.shop.db, async (tx) => {
    await endAllSessions(tx, vera.user._id);
    await signIn(shop, vera);
    throw new Error("undone");
  }).catch(({ message }: Error) => expect(message).toBe("undone"));
  const last = await signIn(shop, vera);
  expect((await last.get("/api/identity/sessions")).body).toHaveLength(50);
  expect(await vera.get("/api/identity/session")).toMatchObject({ body: { user: null } });
});
