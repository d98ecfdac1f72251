// Row 54: second factors that were used, copied, made for another origin, are old, or were lost.
import { describe, expect } from "vitest";
import { createAuthenticator } from "#tests/builders/authenticator.ts";
import { addPasskey, answerSignIn, askToSignIn } from "#tests/passkeys.ts";
import { openVisitor, type SignedIn, signUp } from "#tests/people.ts";
import { beginSignIn, finishSignIn, setUpApp } from "#tests/second-steps.ts";
import { beyondNpmTest, control, full, report } from "./report.ts";
import { type Shop, startShop } from "./start-shop.ts";

const people = full ? 100 : 3;
const env = { RATE_LIMIT_FACTOR: "1000", PROXIES: "127.0.0.1" };

let networks = 0;
/** One network may enter few passwords, and sign few people up. */
const ownNetwork = () => ({ "x-forwarded-for": `20.${++networks >> 8}.${networks & 255}.1` });

/** The statuses of what must be refused. */
type Attack = (shop: Shop) => Promise<number[]>;

async function tryCode(shop: Shop, person: SignedIn, code = ""): Promise<number> {
  const browser = openVisitor(shop, ownNetwork());
  await beginSignIn(browser, person);
  return (await finishSignIn(browser, { code })).status;
}

async function openKey(shop: Shop) {
  const person = await signUp(shop, { headers: ownNetwork() });
  const key = createAuthenticator(shop.url);
  const { _id } = await addPasskey(person, key);
  const answer = async (lie = {}) =>
    key.answer(await askToSignIn(openVisitor(shop, ownNetwork())), lie);
  const send = async (body: unknown) =>
    (await answerSignIn(openVisitor(shop, ownNetwork()), body)).status;
  return { person, _id, answer, send };
}

const attacks: Record<string, Attack> = {
  async replayedPasskey(shop) {
    const { answer, send } = await openKey(shop);
    const once = await answer();
    const statuses = await Promise.all(Array.from({ length: 5 }, () => send(once)));
    expect(statuses).toContain(200);
    return [...statuses.toSpliced(statuses.indexOf(200), 1), await send(once)];
  },
  async otherOrigin(shop) {
    const { answer, send } = await openKey(shop);
    expect(await send(await answer())).toBe(200);
    return [await send(await answer({ origin: "https://elsewhere.example" }))];
  },
  async clonedCounter(shop) {
    const { answer, send } = await openKey(shop);
    expect(await send(await answer({ counter: 100 }))).toBe(200);
    return [await send(await answer({ counter: 100 })), await send(await answer({ counter: 40 }))];
  },
  async oldAppCode(shop) {
    const person = await signUp(shop, { headers: ownNetwork() });
    const { code } = await setUpApp(person);
    // Or the code that set it up would forbid all before it.
    await shop.database.query("update authenticator_apps set last_step = null where user_id = $1", [
      person.user._id,
    ]);
    return [await tryCode(shop, person, code(-90)), await tryCode(shop, person, code(-60))];
  },
  async usedAppCode(shop) {
    const person = await signUp(shop, { headers: ownNetwork() });
    const once = (await setUpApp(person)).code();
    expect(await tryCode(shop, person, once)).toBe(200);
    return [await tryCode(shop, person, once)];
  },
  async usedRecoveryCode(shop) {
    const person = await signUp(shop, { headers: ownNetwork() });
    const [once] = (await setUpApp(person)).recoveryCodes;
    expect(await tryCode(shop, person, once)).toBe(200);
    return [await tryCode(shop, person, once)];
  },
};

/** A thief has the phone and knows the password; its owner had one recovery code on paper. */
const lostDevice: Attack = async (shop) => {
  const { person, _id, answer, send } = await openKey(shop);
  const app = await setUpApp(person);
  expect(await send(await answer())).toBe(200);
  const [paper, other] = app.recoveryCodes;
  const browser = openVisitor(shop, ownNetwork());
  await beginSignIn(browser, person);
  expect((await finishSignIn(browser, { code: paper })).status).toBe(200);
  for (const path of [`passkeys/${_id}`, "second-step/app"]) {
    expect((await browser.send("DELETE", `/api/identity/${path}`)).status).toBe(200);
  }
  const anew = await setUpApp({ ...person, ...browser });
  const tries = [
    await send(await answer()),
    await tryCode(shop, person, app.code()),
    await tryCode(shop, person, paper),
    await tryCode(shop, person, other),
  ];
  expect(await tryCode(shop, person, anew.code())).toBe(200);
  return tries;
};

describe("row 54: second factors", () => {
  beyondNpmTest("none is accepted that was used, copied, old, from elsewhere or lost", async () => {
    const shop = await startShop({ env });
    const wrong: string[] = [];
    let count = 0;
    for (const [name, attack] of Object.entries({ ...attacks, lostDevice })) {
      for (let person = 0; person < people; person++) {
        const statuses = await attack(shop);
        count += statuses.length;
        if (statuses.some((status) => status !== 400)) wrong.push(`${name}: ${statuses}`);
      }
    }
    report({
      check:
        "second factors: replay, other origin, cloned counter, old and used codes, lost device",
      target: "0 accepted",
      figure: `${count} attempts against ${people * (Object.keys(attacks).length + 1)} people`,
      faults: wrong,
    });
  });

  control("finds each of them where its check is missing", async () => {
    const faults = ["passkeyAnswersTwice", "anyPasskeyOrigin", "copiedPasskeys"];
    faults.push("oldAppCodes", "appCodesTwice", "recoveryCodesTwice");
    const shop = await startShop({ env, faults, expectedComplaints: /./, isUnchecked: true });
    const unnoticed: string[] = [];
    for (const [name, attack] of Object.entries(attacks)) {
      if (!(await attack(shop)).includes(200)) unnoticed.push(name);
    }
    expect(unnoticed).toEqual([]);
  });
});
