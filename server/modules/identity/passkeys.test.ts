import { describe, expect, it } from "vitest";
import type { PasskeyEntry, RequestOptions } from "#contract/passkeys.ts";
import { createAuthenticator } from "#tests/builders/authenticator.ts";
import { changePerson } from "#tests/builders/person.ts";
import { agePasskeyChallenges, changeSessions } from "#tests/builders/session.ts";
import { timeAgo } from "#tests/builders/time.ts";
import { type OpenShop, shareShop } from "#tests/open-shop.ts";
import { tokenOfLetter, waitForLetter } from "#tests/outbox.ts";
import { addPasskey, answerSignIn, askToAdd, askToSignIn } from "#tests/passkeys.ts";
import { openVisitor, type SignedIn, signUp, verifyEmail } from "#tests/people.ts";

const share = shareShop();

const passkeysOf = async ({ get }: SignedIn) =>
  (await get("/api/identity/passkeys")).body as PasskeyEntry[];

async function addKey({ shop }: OpenShop, person: SignedIn, name?: string) {
  const authenticator = createAuthenticator(shop.origin);
  return { ...authenticator, entry: await addPasskey(person, authenticator, name) };
}

/** Signed in longer ago than a session counts as confirmed. */
async function signUpLongAgo(): Promise<SignedIn> {
  const shop = await share();
  const vera = await signUp(shop);
  await changeSessions(shop, vera, { confirmedAt: timeAgo({ minutes: 16 }) });
  return vera;
}

describe("a passkey", () => {
  it("signs its person in, in any browser, and tells when it was used", async () => {
    const shop = await share();
    const vera = await signUp(shop);
    const phone = await addKey(shop, vera, "My phone");
    await addKey(shop, vera, "Security key");
    expect((await passkeysOf(vera)).map(({ name, lastUsedAt }) => [name, lastUsedAt])).toEqual([
      ["Security key", null],
      ["My phone", null],
    ]);
    for (let time = 0; time < 2; time++) {
      const browser = openVisitor(shop);
      const answer = phone.answer(await askToSignIn(browser));
      expect(await answerSignIn(browser, answer)).toMatchObject({
        status: 200,
        body: { user: { email: vera.email } },
      });
      expect((await browser.get("/api/identity/session")).body).toMatchObject({
        user: { email: vera.email },
      });
    }
    const used = (await passkeysOf(vera)).find(({ _id }) => _id === phone.entry._id);
    expect(Date.parse(used?.lastUsedAt ?? "")).toBeGreaterThan(Date.now() - 60_000);
    expect((await vera.get("/api/own-data")).body).toMatchObject({
      signIns: { passkeys: [{ name: "Security key" }, { name: "My phone" }] },
    });
  });

  it("that is removed signs nobody in, and only its person can remove it", async () => {
    const shop = await share();
    const [vera, jonas] = [await signUp(shop), await signUp(shop)];
    const phone = await addKey(shop, vera);
    const path = `/api/identity/passkeys/${phone.entry._id}`;
    expect((await jonas.send("DELETE", path)).status).toBe(404);
    expect(await vera.send("DELETE", path)).toEqual({ status: 200, body: { deletedCount: 1 } });
    const browser = openVisitor(shop);
    const answer = phone.answer(await askToSignIn(browser));
    expect((await answerSignIn(browser, answer)).status).toBe(400);
  });

  it("of a stranger who opened an account with another's e-mail goes when its owner sets a password", async () => {
    const shop = await share();
    const [stranger, known] = [await signUp(shop), await signUp(shop)];
    await verifyEmail(shop, known);
    const statuses: number[] = [];
    for (const person of [stranger, known]) {
      const key = await addKey(shop, person);
      await waitForLetter(shop, 1, person);
      const owner = openVisitor(shop);
      await owner.send("POST", "/api/identity/forgotten", { email: person.email });
      const token = tokenOfLetter(await waitForLetter(shop, 2, person));
      const body = { token, password: "a new horse" };
      expect((await owner.send("POST", "/api/identity/reset", body)).status).toBe(200);
      const browser = openVisitor(shop);
      statuses.push((await answerSignIn(browser, key.answer(await askToSignIn(browser)))).status);
    }
    expect(statuses).toEqual([400, 200]);
  });

  it("cannot be added twice, nor by an answer that was used, nor by one from elsewhere", async () => {
    const shop = await share();
    const vera = await signUp(shop);
    const key = createAuthenticator(shop.shop.origin);
    const add = (body: unknown) => vera.send("POST", "/api/identity/passkeys", body);
    const elsewhere = { origin: "https://shop.example.net" };
    expect((await add(key.make(await askToAdd(vera), "Key", elsewhere))).status).toBe(400);
    const made = key.make(await askToAdd(vera));
    expect((await add(made)).status).toBe(200);
    expect((await add(made)).status).toBe(400);
    expect((await add(key.make(await askToAdd(vera)))).status).toBe(409);
    const jonas = await signUp(shop);
    const stolen = createAuthenticator(shop.shop.origin).make(await askToAdd(jonas));
    expect((await add(stolen)).status).toBe(400);
    expect(await passkeysOf(vera)).toHaveLength(1);
  });
});

describe("an answer of a passkey", () => {
  async function openKey() {
    const shop = await share();
    const vera = await signUp(shop);
    return { shop, vera, key: await addKey(shop, vera), thief: openVisitor(shop) };
  }

  it("is good once, of twenty who send it at once as well", async () => {
    const { shop, key, thief } = await openKey();
    const answer = key.answer(await askToSignIn(thief));
    const all = await Promise.all(
      Array.from({ length: 20 }, () => answerSignIn(openVisitor(shop), answer)),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await answerSignIn(thief, answer)).status).toBe(400);
  });

  it("is refused from another origin, and without the person at the device", async () => {
    const { key, thief } = await openKey();
    for (const lie of [{ origin: "https://partwright.example.net" }, { isVerified: false }]) {
      const answer = key.answer(await askToSignIn(thief), lie);
      expect((await answerSignIn(thief, answer)).status).toBe(400);
    }
    expect((await thief.get("/api/identity/session")).body).toEqual({ user: null });
  });

  it("is refused of a copy, whose counter is behind", async () => {
    const { key, thief } = await openKey();
    const signIn = async (counter: number) =>
      (await answerSignIn(thief, key.answer(await askToSignIn(thief), { counter }))).status;
    expect(await signIn(100)).toBe(200);
    expect([await signIn(100), await signIn(40)]).toEqual([400, 400]);
    expect(await signIn(101)).toBe(200);
  });

  it("is refused after ten minutes, to what nobody asked, and of somebody else's key", async () => {
    const { shop, vera, key, thief } = await openKey();
    const late = key.answer(await askToSignIn(thief));
    await agePasskeyChallenges(shop, 10);
    expect((await answerSignIn(thief, late)).status).toBe(400);
    const made = { ...(await askToSignIn(thief)), challenge: "A".repeat(43) };
    expect((await answerSignIn(thief, key.answer(made))).status).toBe(400);
    const forged = createAuthenticator(shop.shop.origin).answer(await askToSignIn(thief));
    const { id } = key.answer(made);
    expect((await answerSignIn(thief, { ...forged, id })).status).toBe(400);
    // What confirms a session signs nobody in.
    const { body } = await vera.send("POST", "/api/identity/confirm/options");
    const { passkey } = body as { passkey: RequestOptions };
    expect((await answerSignIn(thief, key.answer(passkey))).status).toBe(400);
  });
});

describe("a session", () => {
  const begin = ({ send }: SignedIn) => send("POST", "/api/identity/passkeys/options");
  const confirm = ({ send }: SignedIn, body: unknown) =>
    send("POST", "/api/identity/confirm", body);

  it("must be confirmed of late to change passkeys: by the password", async () => {
    const vera = await signUpLongAgo();
    expect(await begin(vera)).toMatchObject({
      status: 403,
      body: { error: { code: "not-confirmed" } },
    });
    expect(await confirm(vera, { password: "wrong horse" })).toMatchObject({
      status: 400,
      body: { error: { fields: { password: expect.any(String) } } },
    });
    expect((await begin(vera)).status).toBe(403);
    expect((await confirm(vera, { password: vera.password })).status).toBe(200);
    expect((await begin(vera)).status).toBe(200);
  });

  it("is confirmed by a passkey of the person, and of nobody else", async () => {
    const shop = await share();
    const [vera, jonas] = [await signUp(shop), await signUp(shop)];
    const [hers, his] = [await addKey(shop, vera), await addKey(shop, jonas)];
    await changeSessions(shop, vera, { confirmedAt: timeAgo({ minutes: 16 }) });
    const options = async () => {
      const { body } = await vera.send("POST", "/api/identity/confirm/options");
      return (body as { passkey: RequestOptions }).passkey;
    };
    expect((await confirm(vera, { passkey: his.answer(await options()) })).status).toBe(400);
    expect((await begin(vera)).status).toBe(403);
    expect((await confirm(vera, { passkey: hers.answer(await options()) })).status).toBe(200);
    expect((await begin(vera)).status).toBe(200);
  });

  it("of an account without a password is confirmed by a new sign-in", async () => {
    const shop = await share();
    const vera = await signUpLongAgo();
    await changePerson(shop.shop.db, vera, { passwordHash: null });
    await changeSessions(shop, vera, { createdAt: timeAgo({ minutes: 16 }) });
    expect((await confirm(vera, {})).status).toBe(409);
    await changeSessions(shop, vera, { createdAt: new Date() });
    expect((await confirm(vera, {})).status).toBe(200);
  });
});
