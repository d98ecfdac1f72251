import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Person } from "#contract/identity.ts";
import { connect } from "#server/platform/database/connect.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { findWaitingLetters, waitUntilLettersSent } from "#tests/builders/letter.ts";
import { ageOneTimeTokens } from "#tests/builders/session.ts";
import { createBareDatabase } from "#tests/create-database.ts";
import { openShop } from "#tests/open-shop.ts";
import { grace, openShopWithGoogle, signInWithGoogle } from "#tests/open-shop-with-google.ts";
import {
  codeOfLetter,
  tokenOfLetter,
  waitForLetter,
  waitForVerificationLetter,
} from "#tests/outbox.ts";
import { openPayingShop, orderAndPay } from "#tests/paying-shop.ts";
import { openVisitor, type SignedIn, signIn, signUp, type Visitor } from "#tests/people.ts";
import { oneTimeTokens } from "./tables.ts";

const done = { status: 200, body: { verified: true } };

const byLink = (browser: Pick<Visitor, "send">, token: string) =>
  browser.send("POST", "/api/identity/verify-email", { token });
const byCode = ({ send }: SignedIn, code: string) =>
  send("POST", "/api/identity/verify-email/code", { code });
const again = ({ send }: SignedIn) => send("POST", "/api/identity/verify-email/letter");

async function isVerified({ get }: Visitor): Promise<boolean | undefined> {
  const { body } = await get("/api/identity/session");
  return (body as { user: Person | null }).user?.emailVerified;
}

async function newcomer() {
  const shop = await openShop();
  const vera = await signUp(shop);
  return { shop, vera, letter: await waitForVerificationLetter(shop) };
}

describe("an e-mail", () => {
  it("is not verified by a sign-up, but can order and pay", async () => {
    const shop = await openPayingShop();
    const vera = await signUp(shop, { name: "Win at www.evil.example" });
    expect([vera.user.emailVerified, await isVerified(vera)]).toEqual([false, false]);
    expect(await orderAndPay(shop, vera)).toMatchObject({ paid: true });
    const letter = await waitForVerificationLetter(shop);
    expect(letter).toContain(`\nTo: ${vera.email}\n`);
    expect(letter).not.toContain("evil");
    // Only hashes are stored.
    const tokens = await shop.shop.db.select().from(oneTimeTokens);
    const rows = tokens.map((token) => ({ text: JSON.stringify(token) + token.tokenHash }));
    expect(rows).toHaveLength(2);
    for (const secret of [
      tokenOfLetter(letter),
      codeOfLetter(letter),
      codeOfLetter(letter).replace(" ", ""),
    ]) {
      expect(secret).not.toBe("");
      expect(rows.filter(({ text }) => text.includes(secret))).toEqual([]);
    }
  });

  it("is verified by the link in the letter, once, where its account is signed in", async () => {
    const { shop, vera, letter } = await newcomer();
    // As a mail scanner does.
    await shop.request(`/verify-email?token=${tokenOfLetter(letter)}`);
    expect(await isVerified(vera)).toBe(false);
    const elsewhere = await signIn(shop, vera);
    expect(await byLink(elsewhere, tokenOfLetter(letter))).toEqual(done);
    expect(await isVerified(vera)).toBe(true);
    const unknown = await byLink(openVisitor(shop), "x".repeat(43));
    expect(unknown).toMatchObject({ status: 400, body: { error: { code: "invalid" } } });
    expect(await byLink(elsewhere, tokenOfLetter(letter))).toEqual(unknown);
    expect((await byCode(vera, codeOfLetter(letter))).status).toBe(400);
  });

  it("of a stranger's account is not verified by a click of the mailbox's owner", async () => {
    // Who verifies it for a stranger would order in an account whose password the stranger knows.
    const { shop, vera: stranger, letter } = await newcomer();
    for (const owner of [openVisitor(shop), await signUp(shop)]) {
      expect(await byLink(owner, tokenOfLetter(letter))).toMatchObject({
        status: 403,
        body: { error: { code: "not-allowed", message: expect.stringContaining("Sign in here") } },
      });
      expect(await isVerified(stranger)).toBe(false);
    }
    // The link stays valid for who opened the account.
    expect(await byLink(stranger, tokenOfLetter(letter))).toEqual(done);
  });

  it("is verified by the code, with or without its space, by its person only", async () => {
    const { shop, vera, letter } = await newcomer();
    const other = await signUp(shop);
    expect((await byCode(other, codeOfLetter(letter))).status).toBe(400);
    expect([await isVerified(vera), await isVerified(other)]).toEqual([false, false]);
    const answer = await byCode(vera, codeOfLetter(letter).replace(" ", ""));
    expect(answer).toEqual({ status: 200, body: { user: { ...vera.user, emailVerified: true } } });
    expect(await isVerified(vera)).toBe(true);
    expect((await byLink(openVisitor(shop), tokenOfLetter(letter))).status).toBe(400);
    expect(await again(vera)).toMatchObject({ status: 409 });
  });

  it("is verified once by twenty concurrent uses of the link", async () => {
    const { vera, letter } = await newcomer();
    const all = Array.from({ length: 20 }, () => byLink(vera, tokenOfLetter(letter)));
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  it("is not verified after a day, nor by the token of another kind of letter", async () => {
    const { shop, vera, letter } = await newcomer();
    await openVisitor(shop).send("POST", "/api/identity/forgotten", { email: vera.email });
    const reset = tokenOfLetter(await waitForLetter(shop));
    expect((await byLink(vera, reset)).status).toBe(400);
    const body = { token: tokenOfLetter(letter), password: "a new horse" };
    expect((await openVisitor(shop).send("POST", "/api/identity/reset", body)).status).toBe(400);
    await ageOneTimeTokens(shop, 24);
    expect((await byLink(vera, tokenOfLetter(letter))).status).toBe(400);
    expect((await byCode(vera, codeOfLetter(letter))).status).toBe(400);
    expect(await isVerified(vera)).toBe(false);
  });

  it("is verified by a reset of the password", async () => {
    const { shop, vera } = await newcomer();
    await openVisitor(shop).send("POST", "/api/identity/forgotten", { email: vera.email });
    const body = { token: tokenOfLetter(await waitForLetter(shop)), password: "a new horse" };
    const reset = await openVisitor(shop).send("POST", "/api/identity/reset", body);
    expect(reset).toMatchObject({ status: 200, body: { user: { emailVerified: true } } });
    const { email } = vera;
    expect(await isVerified(await signIn(shop, { email, password: "a new horse" }))).toBe(true);
  });

  it("from Google is verified and gets no letter", async () => {
    const shop = await openShopWithGoogle();
    const browser = openVisitor(shop);
    await signInWithGoogle(browser, grace);
    expect(await isVerified(browser)).toBe(true);
    expect(await findWaitingLetters(shop.shop.db)).toEqual([]);
  });

  it("of older data is verified only with an identity at Google", async () => {
    const url = await createBareDatabase();
    await migrate(url, { steps: 11 });
    const { db, close } = connect(url, { most: 1 });
    await db.execute(sql`insert into users (id, email, name) values
      ('0199a000-0000-7000-8000-000000000001', 'grace@people.example', 'Grace'),
      ('0199a000-0000-7000-8000-000000000002', 'vera@example.com', 'Vera')`);
    await db.execute(sql`insert into identities (issuer, subject, user_id) values
      ('https://accounts.google.com', '1', '0199a000-0000-7000-8000-000000000001')`);
    await migrate(url);
    const rows = await queryRows(
      db,
      sql`select email, email_verified_at is not null as verified from users order by email`,
    );
    await close();
    expect(rows).toEqual([
      { email: "grace@people.example", verified: true },
      { email: "vera@example.com", verified: false },
    ]);
  });
});

describe("the verification letter", () => {
  it("allows five attempts of the code an hour; the link stays valid", async () => {
    const { vera, letter } = await newcomer();
    const wrong = codeOfLetter(letter) === "0000 0000" ? "1111 1111" : "0000 0000";
    const tries = Array.from({ length: 8 }, () => byCode(vera, wrong));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([400, 400, 400, 400, 400, 429, 429, 429]);
    expect((await byCode(vera, codeOfLetter(letter))).status).toBe(429);
    expect(await byLink(vera, tokenOfLetter(letter))).toEqual(done);
  });

  it("is sent five times an hour, and the first stays valid", async () => {
    const { shop, vera, letter } = await newcomer();
    const statuses: number[] = [];
    for (let times = 0; times < 6; times++) statuses.push((await again(vera)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
    await waitForVerificationLetter(shop, 5);
    expect(await byLink(vera, tokenOfLetter(letter))).toEqual(done);
  });

  it("has one limit for all spellings of a mailbox", async () => {
    const shop = await openShop();
    const spellings = Array.from({ length: 10 }, (_, index) => [
      `victim+${index}@example.com`,
      `${"victim".slice(0, 1 + (index % 5))}.${"victim".slice(1 + (index % 5))}+${index}@gmail.com`,
    ]);
    for (const email of spellings.flat()) await signUp(shop, { email });
    await waitUntilLettersSent(shop);
    await waitForVerificationLetter(shop, 10);
    // The plain address has a limit of its own.
    await signUp(shop, { email: "victim@example.com" });
    expect(await waitForVerificationLetter(shop, 11)).toContain("\nTo: victim@example.com\n");
  });
});
