import { describe, expect, it } from "vitest";
import { waitUntilLettersSent } from "#tests/builders/letter.ts";
import { ageOneTimeTokens, findSessions } from "#tests/builders/session.ts";
import { type OpenShop, shareShop } from "#tests/open-shop.ts";
import { tokenOfLetter, waitForLetter } from "#tests/outbox.ts";
import { openVisitor, type SignedIn, signIn, signUp } from "#tests/people.ts";

const nobody = { status: 200, body: { user: null } };
const open = shareShop();

const tokenInLetter = async (shop: OpenShop, person: SignedIn) =>
  tokenOfLetter(await waitForLetter(shop, 1, person));

describe("a forgotten password", () => {
  it("is replaced by a link in a letter, once, which ends every session", async () => {
    const shop = await open();
    const vera = await signUp(shop);
    expect(
      await openVisitor(shop).send("POST", "/api/identity/forgotten", { email: vera.email }),
    ).toEqual({ status: 200, body: { asked: true } });
    const token = await tokenInLetter(shop, vera);
    const browser = openVisitor(shop);
    const body = { token, password: "a new horse" };
    expect(await browser.send("POST", "/api/identity/reset", body)).toMatchObject({ status: 200 });
    expect(await browser.get("/api/identity/session")).toMatchObject({
      body: { user: { email: vera.email } },
    });
    expect(await vera.get("/api/identity/session")).toEqual(nobody);
    expect(await browser.send("POST", "/api/identity/reset", body)).toMatchObject({
      status: 400,
      body: { error: { fields: { token: expect.any(String) } } },
    });
    await signIn(shop, { email: vera.email, password: "a new horse" });
  });

  it("is replaced once by twenty concurrent uses of one link", async () => {
    const shop = await open();
    const vera = await signUp(shop);
    await openVisitor(shop).send("POST", "/api/identity/forgotten", { email: vera.email });
    const token = await tokenInLetter(shop, vera);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        openVisitor(shop).send("POST", "/api/identity/reset", {
          token,
          password: `a new horse ${index}`,
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await findSessions(shop, vera)).toHaveLength(1);
  });

  it("is answered the same for an e-mail without an account, without a letter", async () => {
    const shop = await open();
    const vera = await signUp(shop);
    const ask = (email: string) =>
      openVisitor(shop).send("POST", "/api/identity/forgotten", { email });
    expect(await ask("nobody@example.com")).toEqual(await ask(vera.email));
    await tokenInLetter(shop, vera);
    await waitUntilLettersSent(shop);
    await tokenInLetter(shop, vera);
  });

  it("is not replaced by a link after an hour", async () => {
    const shop = await open();
    const vera = await signUp(shop);
    await openVisitor(shop).send("POST", "/api/identity/forgotten", { email: vera.email });
    const token = await tokenInLetter(shop, vera);
    await ageOneTimeTokens(shop, 1);
    const body = { token, password: "a new horse" };
    expect(await openVisitor(shop).send("POST", "/api/identity/reset", body)).toMatchObject({
      status: 400,
    });
    await signIn(shop, vera);
  });
});

it("every change of a password is followed by a letter to its owner", async () => {
  const shop = await open();
  const vera = await signUp(shop);
  const subject = /^Subject: Your password for Partwright was changed$/m;
  const wrong = { current: "not this one", password: "another horse" };
  await vera.send("POST", "/api/identity/password", wrong);
  const change = { ...wrong, current: vera.password };
  expect((await vera.send("POST", "/api/identity/password", change)).status).toBe(200);
  const letter = await waitForLetter(shop, 1, vera);
  expect(letter).toMatch(subject);
  expect(letter).toContain(`\nTo: ${vera.email}\n`);
  expect(letter).toContain(`${shop.shop.origin}/forgotten`);
  expect(letter).not.toContain("another horse");

  await openVisitor(shop).send("POST", "/api/identity/forgotten", { email: vera.email });
  const body = {
    token: tokenOfLetter(await waitForLetter(shop, 2, vera)),
    password: "a new horse",
  };
  await openVisitor(shop).send("POST", "/api/identity/reset", body);
  expect(await waitForLetter(shop, 3, vera)).toMatch(subject);
});
