// Row 26: attacks on the sign-in with Google.
import { beforeAll, describe, expect, it } from "vitest";
import { completeGoogleSignIn } from "#tests/complete-google-sign-in.ts";
import { openVisitor, signUp, type Visitor } from "#tests/people.ts";
import { answerAttacks } from "./google/answer-attacks.ts";
import {
  type Attack,
  answerOf,
  changeFlow,
  comeBack,
  linked,
  signIn,
  victim,
  type World,
} from "./google/attack.ts";
import { openCarelessShop } from "./google/careless-shop.ts";
import {
  attacksAtHonestIssuer,
  attacksOnNewcomer,
  issuerAttacks,
} from "./google/issuer-attacks.ts";
import { type MaliciousIssuer, openMaliciousIssuer } from "./google/malicious-issuer.ts";
import { tokenAttacks } from "./google/token-attacks.ts";
import { beginWithGoogle, grace, startShopWithGoogle } from "./google-sign-in.ts";
import { control, full, report } from "./report.ts";
import { type Shop, startShop } from "./start-shop.ts";

/** The shop believes the proof where a browser is: each attack comes from a network of its own. */
const proxied = { PROXIES: "127.0.0.1" };
const expectedComplaints = /Google/;
let networks = 0;
const ownNetwork = () => ({ "x-forwarded-for": `10.${++networks >> 8}.${networks & 255}.1` });

const startShopOf = ({ env }: MaliciousIssuer) =>
  startShop({ env: { ...proxied, ...env }, expectedComplaints });

function worldOf(shop: World["shop"], issuer: MaliciousIssuer) {
  const browsers: Visitor[] = [];
  const browser: World["browser"] = (headers) => {
    const opened = openVisitor(shop, { ...ownNetwork(), ...headers });
    browsers.push(opened);
    return opened;
  };
  return { shop, issuer, browser, browsers };
}

const accountsOf = ({ database }: Pick<Shop, "database">) =>
  database.query(`select users.id, email, name, role, password_hash, issuer, subject
    from users left join identities on user_id = users.id order by users.id, issuer, subject`);

const isSignedIn = ({ cookies }: Visitor) =>
  [...cookies.keys()].some((name) => /^session/.test(name));

async function successesOf(attack: Attack, shop: World["shop"], issuer: MaliciousIssuer) {
  const world = worldOf(shop, issuer);
  const before = await accountsOf(shop);
  const address = await attack.run(world);
  const isHarmless = attack.isHarmless
    ? attack.isHarmless(address, world)
    : address === `/login?refused=${attack.refused}`;
  const successes = [
    !isHarmless && `led to ${address}`,
    world.browsers.some(isSignedIn) && "was signed in",
    JSON.stringify(await accountsOf(shop)) !== JSON.stringify(before) && "changed accounts",
  ];
  return successes.filter(Boolean).map((success) => `${attack.name}: ${success}`);
}

async function addVictims(shop: Shop, issuer: MaliciousIssuer): Promise<void> {
  await signUp(shop, { email: victim, headers: ownNetwork() });
  expect(await signIn(worldOf(shop, issuer), { claims: linked })).toBe("/login");
}

const withAnswers = [...tokenAttacks, ...answerAttacks];

let issuer: MaliciousIssuer;
let shop: Shop;
let honest: Shop;
beforeAll(async () => {
  issuer = await openMaliciousIssuer();
  [shop, honest] = await Promise.all([
    startShopOf(issuer),
    startShopWithGoogle({ expectedComplaints }, proxied),
  ]);
  await addVictims(shop, issuer);
});

describe("row 26: attacks on the sign-in with Google", { timeout: 300_000 }, () => {
  it("sign nobody in, and merge no account without proof", async () => {
    const successes: string[] = [];
    const newcomer = await startShopOf(issuer);
    for (const attack of attacksOnNewcomer) {
      const before = issuer.overridden();
      successes.push(...(await successesOf(attack, newcomer, issuer)));
      expect(issuer.overridden(), attack.name).toBeGreaterThan(before);
    }
    for (const attack of [...withAnswers, ...issuerAttacks]) {
      issuer.say({});
      successes.push(...(await successesOf(attack, shop, issuer)));
    }
    await signUp(honest, { email: "mei.tanaka@people.example", headers: ownNetwork() });
    for (const attack of attacksAtHonestIssuer) {
      successes.push(...(await successesOf(attack, honest, issuer)));
    }
    const tried = [attacksOnNewcomer, withAnswers, issuerAttacks, attacksAtHonestIssuer].flat();
    report({
      check: "attacks on the sign-in with Google",
      target: "30 or more, 0 accepted, 0 accounts merged without proof",
      figure: `${tried.length} tried`,
      faults: successes,
    });
    expect(tried.length).toBeGreaterThanOrEqual(30);
    // The log contains neither the client's secret, nor a code, nor a token.
    const log = newcomer.printed() + shop.printed();
    expect(log).toMatch(expectedComplaints);
    expect([...issuer.secrets].filter((secret) => log.includes(secret))).toEqual([]);
  });

  control("negative control: a careless shop is found out", async () => {
    const careless = await openCarelessShop(shop, issuer);
    const successes: string[] = [];
    for (const attack of withAnswers) {
      successes.push(...(await successesOf(attack, careless, issuer)));
    }
    for (const name of [
      "an e-mail that is not verified",
      "the e-mail of an account with a password",
      "another person with the e-mail of a linked account",
      "no nonce",
      "another client's token",
      "a stranger's signature",
      "algorithm none",
      "no state",
      "the cookie of another sign-in",
      "somebody else's link, in a browser that began nothing (login CSRF)",
    ]) {
      expect(successes).toContain(`${name}: was signed in`);
    }
    expect(successes.join("\n")).toMatch(/^another shop's name as x-forwarded-host/m);
  });

  it("cannot use a code twice, even with the browser's cookies put back", async () => {
    const person = openVisitor(honest, ownNetwork());
    const answer = answerOf(await completeGoogleSignIn(await beginWithGoogle(person), grace));
    const remembered = new Map(person.cookies);
    expect(await comeBack(person, answer)).toBe("/login");
    const thief = openVisitor(honest, ownNetwork());
    for (const [name, value] of remembered) thief.cookies.set(name, value);
    expect(await comeBack(thief, answer)).toBe("/login?refused=failed");
    expect(isSignedIn(thief)).toBe(false);
  });

  it("cannot plant a session or lead to another origin", async () => {
    const attacker = await signUp(shop, { headers: ownNetwork() });
    const person = openVisitor(shop, ownNetwork());
    for (const [name, value] of attacker.cookies) person.cookies.set(name, value);
    issuer.say({ claims: linked });
    const answer = issuer.answer(await beginWithGoogle(person));
    changeFlow(person, (flow) => ({ ...flow, from: "//evil.example" }));
    expect(await comeBack(person, answer)).toBe("/login");
    const session = async ({ get }: Visitor) => (await get("/api/identity/session")).body;
    expect(await session(person)).toMatchObject({ user: { email: linked.email } });
    expect(await session(attacker)).toEqual({ user: null });
  });

  it("at the same moment make one account of one person, and give an e-mail to one", async () => {
    const atOnce = async (all: { sub?: string; email?: string }[]) => {
      const ready = [];
      issuer.say({});
      for (const claims of all) {
        const person = openVisitor(shop, ownNetwork());
        const answer = issuer.answer(await beginWithGoogle(person));
        issuer.sayFor(answer.get("code") ?? "", { claims });
        ready.push({ person, answer });
      }
      return Promise.all(ready.map(({ person, answer }) => comeBack(person, answer)));
    };
    for (let round = 1; round <= (full ? 100 : 5); round++) {
      const [sub, email] = [`sub-${round}`, `email-${round}@example.com`];
      const one = await atOnce([0, 1, 2, 3].map((n) => ({ sub, email: `${n}.${email}` })));
      expect(new Set(one)).toEqual(new Set(["/login"]));
      const several = await atOnce([0, 1, 2, 3].map((n) => ({ sub: `${n} ${sub}`, email })));
      expect(several.toSorted()).toEqual(["/login", ...Array(3).fill("/login?refused=taken")]);
      const counts = await shop.database.query(
        `select count(distinct users.id)::int as users, count(subject)::int as identities
        from users left join identities on user_id = users.id where email like $1`,
        [`%email-${round}@example.com`],
      );
      expect(counts).toEqual([{ users: 2, identities: 2 }]);
    }
  });
});
