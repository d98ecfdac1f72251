import { describe, expect, it } from "vitest";
import type { RequestOptions } from "#contract/passkeys.ts";
import { createAuthenticator } from "#tests/builders/authenticator.ts";
import { findWaitingLetters, holdLetters } from "#tests/builders/letter.ts";
import { agePendingSignIns, changeSessions } from "#tests/builders/session.ts";
import { timeAgo } from "#tests/builders/time.ts";
import { type OpenShop, openShop, shareShop } from "#tests/open-shop.ts";
import { findLetterLink } from "#tests/page-actions.ts";
import { addPasskey } from "#tests/passkeys.ts";
import {
  openVisitor,
  type SignedIn,
  signIn,
  signUp,
  type Visitor,
  verifyEmail,
} from "#tests/people.ts";
import { beginSignIn, finishSignIn, setUpApp } from "#tests/second-steps.ts";

const share = shareShop();

async function withApp() {
  const shop = await share();
  const vera = await signUp(shop);
  return { shop, vera, app: await setUpApp(vera) };
}

async function firstStep(shop: OpenShop, person: SignedIn): Promise<Visitor> {
  const browser = openVisitor(shop);
  await beginSignIn(browser, person);
  return browser;
}

const whoIs = async ({ get }: Visitor) => (await get("/api/identity/session")).body;

describe("an authenticator app", () => {
  it("is asked for after the password, which alone opens nothing", async () => {
    const { shop, vera, app } = await withApp();
    const browser = await firstStep(shop, vera);
    expect(await whoIs(browser)).toEqual({ user: null });
    expect((await browser.get("/api/own-data")).status).toBe(401);
    expect((await browser.send("POST", "/api/identity/sign-in/second-step/options")).body).toEqual({
      app: true,
      passkey: null,
    });
    expect(await finishSignIn(browser, { code: app.code() })).toMatchObject({
      status: 200,
      body: { user: { email: vera.email } },
    });
    expect(await whoIs(browser)).toMatchObject({ user: { email: vera.email } });
  });

  it("counts only once its first code was right", async () => {
    const shop = await share();
    const vera = await signUp(shop);
    await vera.send("POST", "/api/identity/second-step/app");
    for (const code of ["000000", "12345", "１２３４５６", "abcdef", "🢵̸§‡"]) {
      expect(
        await vera.send("POST", "/api/identity/second-step/app/confirm", { code }),
        code,
      ).toMatchObject({ status: 400, body: { error: { fields: { code: expect.any(String) } } } });
    }
    await signIn(shop, vera);
  });

  it("gives codes that are good once, not a minute later, and only for its person", async () => {
    const { shop, vera, app } = await withApp();
    const browser = await firstStep(shop, vera);
    const status = async (code: string) => (await finishSignIn(browser, { code })).status;
    expect(await status(app.code(-60))).toBe(400);
    expect(await status(app.code(90))).toBe(400);
    const other = await setUpApp(await signUp(shop));
    expect(await status(other.code())).toBe(400);
    const code = app.code();
    expect(await status(code)).toBe(200);
    const again = await firstStep(shop, vera);
    expect((await finishSignIn(again, { code })).status).toBe(400);
    // An older one is refused as well.
    expect((await finishSignIn(again, { code: app.code(-30) })).status).toBe(400);
  });

  it("is not asked without the first step, nor after ten minutes, nor twice", async () => {
    const { shop, vera, app } = await withApp();
    expect((await finishSignIn(openVisitor(shop), { code: app.code() })).status).toBe(401);
    const browser = await firstStep(shop, vera);
    await agePendingSignIns(shop, 10);
    expect((await finishSignIn(browser, { code: app.code() })).status).toBe(401);
    const inTime = await firstStep(shop, vera);
    expect((await finishSignIn(inTime, { code: app.code() })).status).toBe(200);
    const another = { code: app.recoveryCodes[0] };
    expect((await finishSignIn(inTime, another)).status).toBe(401);
  });

  it("can be guessed at ten times an hour, which leaves the tries of known browsers", async () => {
    const { shop, vera, app } = await withApp();
    const thief = await firstStep(shop, vera);
    for (let time = 0; time < 10; time++) {
      expect((await finishSignIn(thief, { code: "000000" })).status).toBe(400);
    }
    expect((await finishSignIn(thief, { code: app.code() })).status).toBe(429);
    await beginSignIn(vera, vera);
    expect((await finishSignIn(vera, { code: app.code() })).status).toBe(200);
  });

  it("is turned off by who proves to have it, and then the password is enough", async () => {
    const { shop, vera, app } = await withApp();
    await changeSessions(shop, vera, { confirmedAt: timeAgo({ minutes: 16 }) });
    const turnOff = () => vera.send("DELETE", "/api/identity/second-step/app");
    const confirm = (body: unknown) => vera.send("POST", "/api/identity/confirm", body);
    expect((await turnOff()).status).toBe(403);
    expect((await confirm({ password: vera.password })).status).toBe(400);
    expect((await turnOff()).status).toBe(403);
    expect((await confirm({ code: app.code() })).status).toBe(200);
    expect((await turnOff()).status).toBe(200);
    await signIn(shop, vera);
    expect((await turnOff()).status).toBe(404);
  });
});

describe("recovery codes", () => {
  it("sign in once each, however they are typed, and say how many are left", async () => {
    const { shop, vera, app } = await withApp();
    expect(new Set(app.recoveryCodes).size).toBe(10);
    // 24 of 32 letters: 120 bits.
    const written = /^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/;
    expect(app.recoveryCodes.filter((code) => !written.test(code))).toEqual([]);
    const [first = "", second = ""] = app.recoveryCodes;
    const browser = await firstStep(shop, vera);
    expect(await finishSignIn(browser, { code: first })).toMatchObject({
      status: 200,
      body: { recoveryCodesLeft: 9 },
    });
    const again = await firstStep(shop, vera);
    expect((await finishSignIn(again, { code: first })).status).toBe(400);
    const typed = second.toLowerCase().replaceAll("-", " ").replaceAll("0", "o");
    expect((await finishSignIn(again, { code: typed })).status).toBe(200);
    expect((await vera.get("/api/identity/second-step")).body).toMatchObject({
      recoveryCodesLeft: 8,
    });
  });

  it("are used by only one of five at once, and void when there are new ones", async () => {
    const { shop, vera, app } = await withApp();
    const [first, second] = app.recoveryCodes;
    const browsers = await Promise.all(Array.from({ length: 5 }, () => firstStep(shop, vera)));
    const all = await Promise.all(browsers.map((each) => finishSignIn(each, { code: first })));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    const renewed = await vera.send("POST", "/api/identity/second-step/recovery-codes");
    expect(renewed.status).toBe(200);
    const browser = await firstStep(shop, vera);
    expect((await finishSignIn(browser, { code: second })).status).toBe(400);
    const [fresh] = (renewed.body as { recoveryCodes: string[] }).recoveryCodes;
    expect((await finishSignIn(browser, { code: fresh })).status).toBe(200);
  });
});

describe("the second step", () => {
  it("is passed by a passkey of the person, and of nobody else", async () => {
    const { shop, vera } = await withApp();
    const jonas = await signUp(shop);
    const [hers, his] = [createAuthenticator(shop.url), createAuthenticator(shop.url)];
    await addPasskey(vera, hers);
    await addPasskey(jonas, his);
    const browser = await firstStep(shop, vera);
    const ask = async () => {
      const { body } = await browser.send("POST", "/api/identity/sign-in/second-step/options");
      return (body as { passkey: RequestOptions }).passkey;
    };
    const wrong = { passkey: his.answer(await ask()) };
    expect((await finishSignIn(browser, wrong)).status).toBe(400);
    const right = { passkey: hers.answer(await ask()) };
    expect((await finishSignIn(browser, right)).status).toBe(200);
  });

  it("is asked after a new password by letter as well: the mailbox is not enough", async () => {
    const shop = await openShop();
    const vera = await signUp(shop);
    await verifyEmail(shop, vera);
    const app = await setUpApp(vera);
    await shop.send("POST", "/api/identity/forgotten", { email: vera.email });
    const token = new URLSearchParams((await findLetterLink(shop)).split("#")[1]).get("token");
    const browser = openVisitor(shop);
    const body = { token, password: "quite another" };
    expect(await browser.send("POST", "/api/identity/reset", body)).toEqual({
      status: 200,
      body: { user: null },
    });
    expect(await whoIs(browser)).toEqual({ user: null });
    expect((await finishSignIn(browser, { code: app.code() })).status).toBe(200);
  });

  it("ends where the password is changed meanwhile", async () => {
    const { shop, vera, app } = await withApp();
    const thief = await firstStep(shop, vera);
    const change = { current: vera.password, password: "quite another" };
    expect((await vera.send("POST", "/api/identity/password", change)).status).toBe(200);
    expect((await finishSignIn(thief, { code: app.code() })).status).toBe(401);
  });

  it("is told of to its person when it is turned on, and when a passkey comes", async () => {
    const shop = await openShop();
    const vera = await signUp(shop);
    await holdLetters(shop);
    await setUpApp(vera);
    await addPasskey(vera, createAuthenticator(shop.shop.origin));
    const letters = await findWaitingLetters(shop.shop.db);
    expect(letters.filter(({ kind }) => kind === "sign-in-changed")).toHaveLength(2);
  });
});
