import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { users } from "#server/modules/customers/tables.ts";
import { changePerson } from "#tests/builders/person.ts";
import { timeAgo } from "#tests/builders/time.ts";
import { openShop } from "#tests/open-shop.ts";
import { tokenOfLetter, waitForLetter } from "#tests/outbox.ts";
import { openVisitor, signIn, signUp } from "#tests/people.ts";
import { passwordProblem } from "./password-problem.ts";

/** Independent of the shop's own list. */
const commonPasswords = `
  123456 1234567 12345678 123456789 1234567890 12345678910 0123456789 0987654321 987654321 98765432
  87654321 7654321 654321 9876543210 234567 345678 456789 567890 890123 111111 1111111 11111111
  111111111 1111111111 222222 333333 444444 555555 666666 777777 7777777 888888 88888888 999999
  99999999 000000 00000000 aaaaaa aaaaaaaa zzzzzz ...... ****** 121212 123123 123321 123123123
  12341234 112233 11223344 1122334455 101010 102030 131313 232323 252525 696969 19841984 20202020
  124578 147258 147852 147258369 159753 159357 741852 741852963 789456 789456123 135790 13579 246810
  abcdef abcdefg abcdefgh abcdefghij fedcba zyxwvu abcabc abcabcabc abcd1234 abc123 abc12345 123abc
  xyzxyz ababab aabbcc aaabbb aaa111 111aaa a1b2c3 a1b2c3d4 1a2b3c 1q2w3e 1q2w3e4r 1q2w3e4r5t q1w2e3r4
  qwerty qwertyu qwertyui qwertyuiop poiuytrewq ytrewq qwertz qwertzuiop azerty azertyuiop asdfgh
  asdfghjkl lkjhgfdsa zxcvbn zxcvbnm mnbvcxz qweasd qweasdzxc qazwsx qazwsxedc 1qaz2wsx zaq12wsx
  asdasd qweqwe qwe123 123qwe asd123 qwer1234 1234qwer qwerty1 qwerty12 qwerty123 QWERTY QwErTy123
  password Password passw0rd p@ssw0rd Passw0rd! password1 Password1! password12 password123 letmein
  letmein1 welcome welcome1 Welcome123 iloveyou iloveyou1 trustno1 changeme secret secret1 default
  admin123 administrator test123 testtest guest123 root123 login123 master monkey monkey123 dragon
  dragon99 shadow sunshine princess football football1 baseball superman batman starwars pokemon
  michael jordan23 jennifer charlie hunter ginger pepper cheese cookie flower freedom whatever
  mustang ferrari porsche corvette mercedes yamaha google computer internet samsung summer
  summer2024 Summer2024! winter2023 january1 hello123 access killer soccer hockey ranger buster
`
  .trim()
  .split(/\s+/)
  .filter((password) => password.length >= 6);

const vera = { shopName: "Müller & Sons", name: "Vera Lind-Østby", email: "v.lind7@mail.example" };

describe("a new password", () => {
  it("is not in the list of common passwords", async () => {
    const packed = readFileSync(join(import.meta.dirname, "common-passwords.txt.gz"));
    const list = gunzipSync(packed).toString().trimEnd().split("\n");
    expect(new Set(list).size).toBe(10_000);
    expect(list.filter((each) => each.length < 6 || each !== each.toLowerCase())).toEqual([]);
    for (const each of [...list.slice(0, 3_000), "PassWord", "Qwerty123"]) {
      expect((await passwordProblem(each, vera))?.fields, each).toHaveProperty("password");
    }
  });

  it("is not in a list made independently", async () => {
    expect(commonPasswords.length).toBeGreaterThan(150);
    const accepted: string[] = [];
    for (const each of commonPasswords)
      if (!(await passwordProblem(each, vera))) accepted.push(each);
    expect(accepted).toEqual([]);
  });

  it.each([
    "      ",
    "ßßßßßß",
    "🦆🦆🦆🦆🦆🦆",
    "1212121",
    "abcabcab",
    "horsehorse",
    "110011",
    "aaaaab",
    "yzabcd",
    "acegik",
    "975319",
    "rewq4321",
    "QWEasd",
    "bvcxyz",
    "qsdfgh",
    "abc123xyz",
    "1122334455",
    "9988776655",
    "!@#$%^&*",
  ])("is not a repeat, sequence or row of keys: %s", async (password) => {
    expect(await passwordProblem(password, vera)).toMatchObject({
      code: "invalid",
      message: expect.stringContaining("a few words in a row are good"),
      fields: { password: expect.any(String) },
    });
  });

  it.each([
    "Müllersons",
    "Müller&Sons",
    "müller1!",
    "1vera2026",
    "Lind-Østby",
    "veralindøstby",
    "v.lind7@mail.example",
    "Admin2026!",
    "welcome!!",
    "autoparts",
  ])("is not little more than a known word: %s", async (password) => {
    expect(await passwordProblem(password, vera)).toMatchObject({ code: "invalid" });
  });

  it.each([
    "correct horse",
    "vera likes old engines",
    "lind 58201",
    "x9$kQ2",
    "пароль-слон",
    "new horse",
    "abc-xyz lamp",
    "qwe rt 4711",
    "12 old tyres",
    "1908-04-17 x",
    "тише едешь",
    "ALL CAPITALS",
    "1859372640",
    "a".repeat(3).padEnd(64, "bc"),
    "🦆🐴🔧🚗🚙🛻",
  ])("may be anything else: %s", async (password) => {
    expect(await passwordProblem(password, vera)).toBeUndefined();
  });

  it("is rejected wherever it is chosen, at its field, and nothing changes", async () => {
    const shop = await openShop();
    const refused = {
      status: 400,
      body: { error: { code: "invalid", fields: { password: expect.any(String) } } },
    };
    const easy = { name: "Vera Lind", email: "vera@example.com", password: "iloveyou" };
    expect(await openVisitor(shop).send("POST", "/api/identity/sign-up", easy)).toMatchObject(
      refused,
    );
    expect(await shop.shop.db.$count(users)).toBe(0);

    const here = await signUp(shop, { name: easy.name, email: easy.email });
    const change = { current: here.password, password: "vera.lind!" };
    expect(await here.send("POST", "/api/identity/password", change)).toMatchObject(refused);

    await openVisitor(shop).send("POST", "/api/identity/forgotten", { email: here.email });
    const token = tokenOfLetter(await waitForLetter(shop));
    const reset = { token, password: "Partwright1" };
    const browser = openVisitor(shop);
    expect(await browser.send("POST", "/api/identity/reset", reset)).toMatchObject(refused);
    await signIn(shop, here);
    // The link is still valid.
    const better = { token, password: "a new horse" };
    expect((await browser.send("POST", "/api/identity/reset", better)).status).toBe(200);
  });

  it("does not expire", async () => {
    const shop = await openShop();
    const here = await signUp(shop);
    await changePerson(shop.shop.db, here, { createdAt: timeAgo({ days: 3_650 }) });
    await signIn(shop, here);
  });

  it("of more than 64 characters is compared to the last one", async () => {
    const shop = await openShop();
    const long = `${"long enough, ".repeat(15)}end`;
    const here = await signUp(shop, { password: long });
    await signIn(shop, { ...here, password: long });
    for (const other of [long.slice(0, -1), long.toUpperCase(), ` ${long}`]) {
      const body = { email: here.email, password: other };
      expect((await openVisitor(shop).send("POST", "/api/identity/sign-in", body)).status).toBe(
        401,
      );
    }
  });
});
