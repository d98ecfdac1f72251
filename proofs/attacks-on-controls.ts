// What each control forbids, tried: it must succeed only where the control was taken away.
import { expect } from "vitest";
import type { RequestOptions } from "#contract/passkeys.ts";
import { createAuthenticator } from "#tests/builders/authenticator.ts";
import { placeOrder } from "#tests/orders.ts";
import { addPasskey, answerSignIn, askToSignIn } from "#tests/passkeys.ts";
import { newAccount, openVisitor, type SignedIn, signIn, signUp } from "#tests/people.ts";
import { beginSignIn, finishSignIn, setUpApp } from "#tests/second-steps.ts";
import { lettersOf } from "./letters.ts";
import { addPart, adminOf, placeAndPay } from "./orders.ts";
import { signUpAdmin } from "./people.ts";
import type { Shop } from "./start-shop.ts";

/** True if what the control forbids was done. */
type Attack = (shop: Shop) => Promise<boolean>;

const newPassword = "another long one";

const headerOf = async (shop: Shop, path: string, name: string) =>
  (await shop.request(path)).headers.get(name) ?? "";

const isSignedIn = async ({ get }: Pick<SignedIn, "get">) =>
  ((await get("/api/identity/session")).body as { user: unknown }).user !== null;

const changePassword = ({ send, password }: SignedIn, current = password) =>
  send("POST", "/api/identity/password", { current, password: newPassword });

/** A browser in which the password was right. */
async function afterPassword(shop: Shop, person: SignedIn) {
  const browser = openVisitor(shop);
  await beginSignIn(browser, person);
  return browser;
}

async function isCodeAccepted(shop: Shop, person: SignedIn, code: string): Promise<boolean> {
  const { status } = await finishSignIn(await afterPassword(shop, person), { code });
  return status === 200;
}

async function isPasskeyAccepted(
  shop: Shop,
  wrong: { origin?: string; counter?: number },
): Promise<boolean> {
  const person = await signUp(shop);
  const authenticator = createAuthenticator(shop.url);
  await addPasskey(person, authenticator);
  const answer = (browser: ReturnType<typeof openVisitor>, asked: RequestOptions, lie = {}) =>
    answerSignIn(browser, authenticator.answer(asked, lie));
  const first = openVisitor(shop);
  expect((await answer(first, await askToSignIn(first))).status).toBe(200);
  const second = openVisitor(shop);
  return (await answer(second, await askToSignIn(second), wrong)).status === 200;
}

async function findInLetter(shop: Shop, email: string, pattern: RegExp): Promise<string> {
  const find = async () =>
    (await lettersOf(shop))
      .filter((letter) => letter.includes(`To: ${email}`))
      .map((letter) => pattern.exec(letter)?.[1])
      .find(Boolean);
  await expect.poll(find, { timeout: 30_000 }).toBeTruthy();
  return (await find()) ?? "";
}

/** What is stored is there for others only after the work has begun. */
async function whileStoring<Result>(
  { database: { query } }: Shop,
  statement: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const storing = query(`begin; ${statement}; select pg_sleep(3); commit`);
  const isAsleep = async () => {
    const sleeping = await query(
      "select from pg_stat_activity where wait_event = 'PgSleep' and query like 'begin; update%'",
    );
    return sleeping.length > 0;
  };
  await expect.poll(isAsleep).toBe(true);
  const result = await work();
  await storing;
  return result;
}

/** With the old password. */
async function signInMeanwhile(shop: Shop, { email, password, user }: SignedIn) {
  const browser = openVisitor(shop);
  const change = `update users set password_hash = 'another' where id = '${user._id}'`;
  await whileStoring(shop, change, () =>
    browser.send("POST", "/api/identity/sign-in", { email, password }),
  );
  return browser;
}

/** An owner, a key of theirs, and what the shop answers a program with it. */
async function addKey(shop: Shop) {
  const owner = await signUpAdmin(shop);
  const { body } = await owner.send("POST", "/api/api-keys", { name: "Key", role: "orders" });
  const headers = { authorization: `Bearer ${(body as { key: string }).key}` };
  const statusOf = async (path: string) => (await shop.request(path, { headers })).status;
  expect(await statusOf("/api/allOrders?limit=1")).toBe(200);
  return { owner, statusOf };
}

/** `fault` takes the control away. */
export const attacks: { fault: string; requirement: string; attack: Attack }[] = [
  {
    fault: "anyScript",
    requirement: "3.4.3",
    attack: async (shop) =>
      !(await headerOf(shop, "/", "content-security-policy")).includes("default-src 'self'"),
  },
  {
    fault: "sniffTypes",
    requirement: "3.4.4",
    attack: async (shop) => (await headerOf(shop, "/", "x-content-type-options")) !== "nosniff",
  },
  {
    fault: "tellWhereFrom",
    requirement: "3.4.5",
    attack: async (shop) => (await headerOf(shop, "/", "referrer-policy")) === "unsafe-url",
  },
  {
    fault: "beFramed",
    requirement: "3.4.6",
    attack: async (shop) =>
      !(await headerOf(shop, "/", "content-security-policy")).includes("frame-ancestors 'none'"),
  },
  {
    fault: "keepPrivateAnswers",
    requirement: "14.3.2",
    attack: async (shop) =>
      !(await headerOf(shop, "/api/identity/session", "cache-control")).includes("no-store"),
  },
  {
    fault: "readableCookies",
    requirement: "3.3.2, 3.3.4",
    async attack(shop) {
      const sent = await shop.request("/api/identity/sign-up", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(newAccount()),
      });
      const cookies = sent.headers.getSetCookie();
      expect(cookies).not.toEqual([]);
      return cookies.some((cookie) => !/; HttpOnly; SameSite=Lax/.test(cookie));
    },
  },
  {
    fault: "anyCurrentPassword",
    requirement: "6.2.3",
    attack: async (shop) => (await changePassword(await signUp(shop), "not mine")).status === 200,
  },
  {
    fault: "keepOtherSessions",
    requirement: "7.4.3",
    async attack(shop) {
      const person = await signUp(shop);
      const other = await signIn(shop, person);
      await changePassword(person);
      return isSignedIn(other);
    },
  },
  {
    fault: "keepSessionToken",
    requirement: "7.2.4",
    async attack(shop) {
      const person = await signUp(shop);
      const stolen = openVisitor(shop);
      for (const [name, value] of person.cookies) stolen.cookies.set(name, value);
      await changePassword(person);
      return isSignedIn(stolen);
    },
  },
  {
    fault: "signInDuringChange",
    requirement: "7.4.3",
    attack: async (shop) => isSignedIn(await signInMeanwhile(shop, await signUp(shop))),
  },
  {
    fault: "secondStepDuringChange",
    requirement: "7.4.3",
    async attack(shop) {
      const person = await signUp(shop);
      const { code } = await setUpApp(person);
      const browser = await signInMeanwhile(shop, person);
      return (await finishSignIn(browser, { code: code() })).status === 200;
    },
  },
  {
    fault: "anyPassword",
    requirement: "6.2.4",
    async attack(shop) {
      const account = { ...newAccount(), password: "trustno1" };
      return (
        (await openVisitor(shop).send("POST", "/api/identity/sign-up", account)).status === 200
      );
    },
  },
  {
    fault: "appCodesTwice",
    requirement: "6.5.1",
    async attack(shop) {
      const person = await signUp(shop);
      const { code } = await setUpApp(person);
      const once = code();
      expect(await isCodeAccepted(shop, person, once)).toBe(true);
      return isCodeAccepted(shop, person, once);
    },
  },
  {
    fault: "oldAppCodes",
    requirement: "6.5.5",
    async attack(shop) {
      const person = await signUp(shop);
      const { code } = await setUpApp(person);
      return isCodeAccepted(shop, person, code(150));
    },
  },
  {
    fault: "recoveryCodesTwice",
    requirement: "6.5.1",
    async attack(shop) {
      const person = await signUp(shop);
      const { recoveryCodes } = await setUpApp(person);
      const [code = ""] = recoveryCodes;
      expect(await isCodeAccepted(shop, person, code)).toBe(true);
      return isCodeAccepted(shop, person, code);
    },
  },
  {
    fault: "guessSecondSteps",
    requirement: "6.6.3",
    async attack(shop) {
      const person = await signUp(shop);
      await setUpApp(person);
      const browser = await afterPassword(shop, person);
      for (let tries = 0; tries < 40; tries++) {
        if ((await finishSignIn(browser, { code: "000000" })).status === 429) return false;
      }
      return true;
    },
  },
  {
    fault: "anyPasskeyOrigin",
    requirement: "6.3.1",
    attack: (shop) => isPasskeyAccepted(shop, { origin: "https://elsewhere.example" }),
  },
  {
    fault: "copiedPasskeys",
    requirement: "6.3.1",
    attack: (shop) => isPasskeyAccepted(shop, { counter: 1 }),
  },
  {
    fault: "oneAddressIsEnough",
    requirement: "6.3.1",
    async attack(shop) {
      const person = await signUp(shop);
      const newEmail = newAccount().email;
      expect((await person.send("POST", "/api/identity/email", { newEmail })).status).toBe(200);
      const token = await findInLetter(shop, newEmail, /change-email#token=([\w-]+)/);
      await person.send("POST", "/api/identity/email/prove", { token });
      const { password } = person;
      const sent = { email: newEmail, password };
      return (await openVisitor(shop).send("POST", "/api/identity/sign-in", sent)).status === 200;
    },
  },
  {
    fault: "anyoneVerifies",
    requirement: "6.6.2",
    async attack(shop) {
      const stranger = await signUp(shop);
      const token = await findInLetter(shop, stranger.email, /verify-email#token=([\w-]+)/);
      await openVisitor(shop).send("POST", "/api/identity/verify-email", { token });
      const { body } = await stranger.get("/api/identity/session");
      return (body as { user: { emailVerified: boolean } }).user.emailVerified;
    },
  },
  {
    fault: "anyOrderLink",
    requirement: "8.2.2",
    async attack(shop) {
      const { _id } = await placeOrder(await signUp(shop), await addPart(shop));
      await shop.database.query(
        `insert into order_links (token_hash, order_id, expires_at)
         values (sha256('of a letter'), $1, now() + interval '1 day')`,
        [_id],
      );
      const guessed = { token: "A".repeat(43) };
      const { status } = await openVisitor(shop).send("POST", "/api/order-links/read", guessed);
      return status === 200;
    },
  },
  {
    fault: "guessSignInCodes",
    requirement: "6.6.3",
    async attack(shop) {
      const { email } = newAccount();
      const browser = openVisitor(shop);
      await browser.send("POST", "/api/identity/sign-in/code", { email });
      const code = await findInLetter(shop, email, /your code: (\d{3} \d{3})/);
      const enter = (code: string) =>
        browser.send("POST", "/api/identity/sign-in/code/enter", { code });
      const wrong = code === "111 111" ? "222222" : "111111";
      for (let tries = 0; tries < 6; tries++) await enter(wrong);
      return (await enter(code)).status === 200;
    },
  },
  {
    fault: "endlessShares",
    requirement: "8.2.2",
    async attack(shop) {
      const person = await signUp(shop);
      const { id: part } = await addPart(shop);
      await person.send("PUT", "/api/basket/lines", { lines: [{ part, quantity: 5 }] });
      const { body } = await person.send("POST", "/api/basket/share");
      const { token } = body as { token: string };
      await shop.database.query(
        "update baskets set share_until = now() - interval '1 day' where user_id = $1",
        [person.user._id],
      );
      const { status } = await openVisitor(shop).send("POST", "/api/basket/shared", { token });
      return status === 200;
    },
  },
  {
    fault: "anyRole",
    requirement: "8.2.1",
    async attack(shop) {
      const admin = await signUpAdmin(shop);
      await shop.database.query("update users set limited_role = 'read-only' where id = $1", [
        admin.user._id,
      ]);
      const { id } = await addPart(shop);
      return (await admin.send("PATCH", `/api/parts/${id}`, { price: 9.5 })).status === 200;
    },
  },
  {
    fault: "keysForEverything",
    requirement: "8.2.1",
    attack: async (shop) => (await (await addKey(shop)).statusOf("/api/own-data")) === 200,
  },
  {
    fault: "keysOutliveOwners",
    requirement: "8.2.1",
    async attack(shop) {
      const { owner, statusOf } = await addKey(shop);
      await shop.database.query("update users set limited_role = 'read-only' where id = $1", [
        owner.user._id,
      ]);
      return (await statusOf("/api/allOrders?limit=1")) === 200;
    },
  },
  {
    fault: "formulasInFiles",
    requirement: "1.2.10",
    async attack(shop) {
      await addPart(shop, { name: "=1+1" });
      const admin = await adminOf(shop);
      return /(^|[,"\n])=1\+1/.test(await (await admin.request("/api/exports/parts")).text());
    },
  },
  {
    fault: "settleDuringAttempt",
    requirement: "2.3.4",
    async attack(shop) {
      const [admin, buyer] = [await adminOf(shop), await signUp(shop)];
      const { _id } = await placeAndPay(shop, buyer, await addPart(shop));
      shop.cards.faults({ down: "refuse", path: "POST /v1/refunds" });
      expect((await buyer.send("DELETE", `/api/orders/${_id}`)).status).toBe(200);
      await shop.database.query(
        `update refunds set asked_at = null, declines = 3, next_try_at = now() + interval '1 hour'
         where order_id = $1`,
        [_id],
      );
      // Another process asks the provider for the money that the admin has sent back.
      const asking = `update refunds set asked_at = now() where order_id = '${_id}'`;
      const { status } = await whileStoring(shop, asking, () =>
        admin.send("POST", `/api/orders/${_id}/settled-elsewhere`, { note: "By bank" }),
      );
      shop.cards.faults({ clear: true });
      return status === 200;
    },
  },
  {
    fault: "believeForwardedFor",
    requirement: "4.1.3",
    async attack(shop) {
      const claimed = "203.0.113.77";
      const { get } = await signUp(shop, { headers: { "x-forwarded-for": claimed } });
      return JSON.stringify((await get("/api/identity/sessions")).body).includes(claimed);
    },
  },
];
