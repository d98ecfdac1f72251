// Easy passwords are refused wherever one is chosen, and nothing else about a password is.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { queryRows } from "#server/database/query-rows.ts";
import { openShop } from "#tests/open-shop.ts";
import { newestLetter, tokenIn } from "#tests/outbox.ts";
import { signIn, signUp, visitor } from "#tests/people.ts";
import { refuseEasy } from "./easy-passwords.ts";

const vera = { shopName: "Müller & Sons", name: "Vera Lind-Østby", email: "v.lind7@mail.example" };

describe("a password that is chosen", () => {
  it("is none of those that are tried first, of which there are thousands", async () => {
    const packed = readFileSync(join(import.meta.dirname, "common-passwords.txt.gz"));
    const list = gunzipSync(packed).toString().trimEnd().split("\n");
    expect(new Set(list).size).toBe(10_000);
    expect(list.filter((each) => each.length < 6 || each !== each.toLowerCase())).toEqual([]);
    for (const each of [...list.slice(0, 3_000), "PassWord", "Qwerty123"]) {
      expect((await refuseEasy(each, vera))?.fields, each).toHaveProperty("password");
    }
  });

  it.each([
    ...["Müllersons", "Müller&Sons", "müller1!", "1vera2026"],
    ...[
      "Lind-Østby",
      "veralindøstby",
      "v.lind7@mail.example",
      "Admin2026!",
      "welcome!!",
      "autoparts",
    ],
  ])("is not little more than a word that others know: %s", async (password) => {
    expect(await refuseEasy(password, vera)).toMatchObject({ code: "invalid" });
  });

  it.each([
    ...["correct horse", "vera likes old engines", "lind 58201", "x9$kQ2", "      ", "пароль-слон"],
    ...["ALL CAPITALS", "1859372640", "a".repeat(3).padEnd(64, "bc"), "🦆🐴🔧🚗🚙🛻"],
  ])("may be anything else, of whatever characters: %s", async (password) => {
    expect(await refuseEasy(password, vera)).toBeUndefined();
  });

  it("is refused at every door, at its field, and nothing is changed by it", async () => {
    const shop = await openShop();
    const refused = {
      status: 400,
      body: { error: { code: "invalid", fields: { password: expect.any(String) } } },
    };
    const easy = { name: "Vera Lind", email: "vera@example.com", password: "iloveyou" };
    expect(await visitor(shop).send("POST", "/api/identity/sign-up", easy)).toMatchObject(refused);
    expect(await queryRows(shop.shop.db, sql`select from users`)).toHaveLength(0);

    const here = await signUp(shop, { name: easy.name, email: easy.email });
    const change = { current: here.password, password: "vera.lind!" };
    expect(await here.send("POST", "/api/identity/password", change)).toMatchObject(refused);

    await visitor(shop).send("POST", "/api/identity/forgotten", { email: here.email });
    const token = tokenIn(await newestLetter(shop));
    const reset = { token, password: "Partwright1" };
    const browser = visitor(shop);
    expect(await browser.send("POST", "/api/identity/reset", reset)).toMatchObject(refused);
    await signIn(shop, here);
    // The link is still good for a better one.
    const better = { token, password: "a new horse" };
    expect((await browser.send("POST", "/api/identity/reset", better)).status).toBe(200);
  });

  it("stays good for as long as its person wants", async () => {
    const shop = await openShop();
    const here = await signUp(shop);
    await shop.shop.db.execute(sql`update users set created_at = now() - interval '10 years'`);
    await signIn(shop, here);
  });

  it("of 64 characters and more counts to its last one", async () => {
    const shop = await openShop();
    const long = `${"long enough, ".repeat(15)}end`;
    const here = await signUp(shop, { password: long });
    await signIn(shop, { ...here, password: long });
    for (const other of [long.slice(0, -1), long.toUpperCase(), ` ${long}`]) {
      const body = { email: here.email, password: other };
      expect((await visitor(shop).send("POST", "/api/identity/sign-in", body)).status).toBe(401);
    }
  });
});
