// Row 26, second half: attacks on the Google sign-in. None may get in, and no account may come to
// belong to somebody who did not prove that it is theirs.
import { sql } from "drizzle-orm";
import { describe, expect, it, onTestFinished } from "vitest";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { completeGoogleSignIn } from "#tests/complete-google-sign-in.ts";
import { expectWarning, warningsSoFar } from "#tests/fail-on-warnings.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import { grace, openShopWithGoogle } from "#tests/open-shop-with-google.ts";
import { openVisitor, signUp, type Visitor } from "#tests/people.ts";
import { full, report } from "./drill.ts";
import {
  type Attack,
  answerOf,
  begin,
  comeBack,
  linked,
  signIn,
  swapCookie,
  victim,
  type World,
} from "./google/attack.ts";
import { attacksOnAnswers } from "./google/attacks-on-answers.ts";
import { attacksOnLines } from "./google/attacks-on-lines.ts";
import { attacksOnPeople } from "./google/attacks-on-people.ts";
import { attacksOnTheWay } from "./google/attacks-on-the-way.ts";
import { attacksOnTokens } from "./google/attacks-on-tokens.ts";
import { openCareless } from "./google/careless.ts";
import { clientId, clientSecret, type EvilIssuer, openEvilIssuer } from "./google/evil-issuer.ts";

/** Whoever the shop trusts to say where a browser is; each attack comes from a network of its own. */
const proxied = { PROXIES: "127.0.0.1" };
let networks = 0;
const ownNetwork = () => ({ "x-forwarded-for": `10.${++networks >> 8}.${networks & 255}.1` });

async function openIssuer(): Promise<EvilIssuer> {
  const issuer = await openEvilIssuer();
  onTestFinished(() => issuer.stop());
  return issuer;
}

function openShopAt({ issuer }: EvilIssuer): Promise<OpenShop> {
  const GOOGLE_CLIENT_SECRET = clientSecret;
  return openShop({
    env: { ...proxied, GOOGLE_ISSUER: issuer, GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET },
  });
}

function worldOf(shop: OpenShop, issuer: EvilIssuer): World & { browsers: Visitor[] } {
  const browsers: Visitor[] = [];
  const browser: World["browser"] = (headers) => {
    const opened = openVisitor(shop, { ...ownNetwork(), ...headers });
    browsers.push(opened);
    return opened;
  };
  return { shop, issuer, browser, browsers };
}

/** Accounts and to whom they belong. */
const accounts = async ({ shop }: OpenShop) => [
  ...(await queryRows(
    shop.db,
    sql`select id, email, name, role, password_hash from users order by id`,
  )),
  ...(await queryRows(
    shop.db,
    sql`select issuer, subject, user_id from identities order by issuer, subject`,
  )),
];

const isIn = ({ cookies }: Visitor) => [...cookies.keys()].some((name) => /^session/.test(name));

/** How an attack got through; nothing if it did not. */
async function judge(attack: Attack, shop: OpenShop, issuer: EvilIssuer): Promise<string[]> {
  const world = worldOf(shop, issuer);
  const before = await accounts(shop);
  const address = await attack.run(world);
  const held = attack.holds
    ? attack.holds(address, world)
    : address === `/login?refused=${attack.refused}`;
  const faults = [
    !held && `led to ${address}`,
    world.browsers.some(isIn) && "was let in",
    JSON.stringify(await accounts(shop)) !== JSON.stringify(before) && "changed accounts",
  ];
  return faults.filter((fault) => fault !== false).map((fault) => `${attack.name}: ${fault}`);
}

/** People whose accounts are worth having. */
async function settle(shop: OpenShop, issuer: EvilIssuer): Promise<void> {
  await signUp(shop, { email: victim, headers: ownNetwork() });
  expect(await signIn(worldOf(shop, issuer), { claims: linked })).toBe("/login");
}

const byIssuers = [...attacksOnPeople, ...attacksOnTokens, ...attacksOnAnswers];
const onLines = attacksOnLines.filter(({ fresh }) => !fresh);
const toFreshShops = attacksOnLines.filter(({ fresh }) => fresh);

describe("row 26: attacks on the Google sign-in", () => {
  it("lets none in, and merges no account without proof", { timeout: 120_000 }, async () => {
    expectWarning(/Signing in with Google/);
    const issuer = await openIssuer();
    const shop = await openShopAt(issuer);
    await settle(shop, issuer);
    const faults: string[] = [];
    const toShop = [...byIssuers, ...onLines];
    for (const attack of toShop) faults.push(...(await judge(attack, shop, issuer)));
    for (const attack of toFreshShops) {
      const fresh = await openShopAt(issuer);
      issuer.say({});
      faults.push(...(await judge(attack, fresh, issuer)));
      await fresh.stop();
    }
    const honest = await openShopWithGoogle({ env: proxied });
    await signUp(honest, { email: "mei.tanaka@people.example", headers: ownNetwork() });
    for (const attack of attacksOnTheWay) faults.push(...(await judge(attack, honest, issuer)));

    const tried = toShop.length + toFreshShops.length + attacksOnTheWay.length;
    report({
      row: 26,
      check: "attacks on the Google sign-in",
      target: "30 or more, 0 accepted, 0 accounts merged without proof",
      figure: `${tried} tried, ${faults.length} accepted`,
      pass: tried >= 30 && faults.length === 0,
    });
    expect(faults).toEqual([]);
    expect(tried).toBeGreaterThanOrEqual(30);

    // What was complained of names no secret: not the client's, no code, no token.
    const told = warningsSoFar().join("\n");
    expect([...issuer.secrets].filter((secret) => told.includes(secret))).toEqual([]);
  });

  it("finds a careless shop open (negative control)", async () => {
    const issuer = await openIssuer();
    const shop = await openShopAt(issuer);
    await settle(shop, issuer);
    const careless = await openCareless(shop, issuer);
    onTestFinished(careless.close);
    const faults: string[] = [];
    for (const attack of byIssuers) faults.push(...(await judge(attack, careless, issuer)));
    for (const name of [
      "an e-mail that is not verified",
      "the e-mail of an account with a password",
      "another person with the e-mail of a linked account",
      "no nonce",
      "another client's token",
      "a stranger's signature",
      "no signature by rule",
      "no state",
      "the cookie of another flow",
      "somebody else's link, in a browser that asked for nothing (login CSRF)",
    ]) {
      expect(faults).toContain(`${name}: was let in`);
    }
    expect(faults).toContainEqual(
      expect.stringMatching(/^another shop's name as x-forwarded-host/),
    );
  });

  it("takes a code once, even with the browser's memory put back", async () => {
    expectWarning(/Signing in with Google: failed.*invalid_grant/s);
    const shop = await openShopWithGoogle({ env: proxied });
    const person = openVisitor(shop, ownNetwork());
    const answer = answerOf(await completeGoogleSignIn(await begin(person), grace));
    const remembered = new Map(person.cookies);
    expect(await comeBack(person, answer)).toBe("/login");
    const thief = openVisitor(shop, ownNetwork());
    for (const [name, value] of remembered) thief.cookies.set(name, value);
    expect(await comeBack(thief, answer)).toBe("/login?refused=failed");
    expect(isIn(thief)).toBe(false);
  });

  it("gives a session of its own, not one that somebody put there, and leads only home", async () => {
    const issuer = await openIssuer();
    const shop = await openShopAt(issuer);
    const attacker = await signUp(shop, { headers: ownNetwork() });
    const person = openVisitor(shop, ownNetwork());
    for (const [name, value] of attacker.cookies) person.cookies.set(name, value);
    issuer.say({ claims: linked });
    const answer = issuer.answer(await begin(person));
    swapCookie(person, (flow) => ({ ...flow, from: "//evil.example" }));
    expect(await comeBack(person, answer)).toBe("/login");
    const session = async ({ get }: Visitor) => (await get("/api/identity/session")).body;
    expect(await session(person)).toMatchObject({ user: { email: linked.email } });
    expect(await session(attacker)).toEqual({ user: null });
  });

  it("makes one account of many answers at once, and gives an e-mail to one person only", {
    timeout: 120_000,
  }, async () => {
    const issuer = await openIssuer();
    const shop = await openShopAt(issuer);
    const atOnce = async (claims: { sub?: string; email?: string }[]) => {
      const ready = [];
      for (const each of claims) {
        const person = openVisitor(shop, ownNetwork());
        issuer.say({});
        ready.push({ person, each, answer: issuer.answer(await begin(person)) });
      }
      return Promise.all(
        ready.map(({ person, each, answer }) => {
          issuer.sayTo(answer.get("code") ?? "", { claims: each });
          return comeBack(person, answer);
        }),
      );
    };
    for (let round = 0; round < (full ? 100 : 5); round++) {
      const [sub, email] = [`sub-${round}`, `email-${round}@example.com`];
      // One person, whose e-mail changes at this very moment.
      const one = await atOnce([0, 1, 2, 3].map((n) => ({ sub, email: `${n}.${email}` })));
      expect(new Set(one)).toEqual(new Set(["/login"]));
      // Several people, who claim the same e-mail.
      const several = await atOnce([0, 1, 2, 3].map((n) => ({ sub: `${n} ${sub}`, email })));
      expect(several.toSorted()).toEqual(["/login", ...Array(3).fill("/login?refused=taken")]);
      const [row] = await queryRows(
        shop.shop.db,
        sql`
        select count(distinct users.id)::int as users, count(subject)::int as identities
        from users left join identities on user_id = users.id`,
      );
      expect(row).toEqual({ users: 2 * (round + 1), identities: 2 * (round + 1) });
    }
  });
});
