// ID tokens of an issuer that lies, without starting a program (row 26 of the proofs does that).
import { expect, it } from "vitest";
import { linked, signIn, victim } from "../proofs/google/attack.ts";
import { openMaliciousIssuer } from "../proofs/google/malicious-issuer.ts";
import { tokenAttacks } from "../proofs/google/token-attacks.ts";
import { expectWarning } from "./fail-on-warnings.ts";
import { openShop } from "./open-shop.ts";
import { openVisitor, signUp, type Visitor } from "./people.ts";

const isSignedIn = ({ cookies }: Visitor) =>
  [...cookies.keys()].some((name) => name.startsWith("session"));

it("sign in who they are about, and nobody by another issuer, key, time, client or nonce", async () => {
  const issuer = await openMaliciousIssuer();
  const shop = await openShop({ env: { ...issuer.env, PROXIES: "127.0.0.1" } });
  await signUp(shop, { email: victim });
  let networks = 0;
  const opened: Visitor[] = [];
  const browser = () => {
    const visitor = openVisitor(shop, { "x-forwarded-for": `10.26.${networks++}.1` });
    opened.push(visitor);
    return visitor;
  };
  await signIn({ issuer, browser }, { claims: linked });
  expect(opened.map(isSignedIn)).toEqual([true]);
  opened.splice(0);
  for (const attack of tokenAttacks) {
    expectWarning(/Google/);
    issuer.say({});
    const address = await attack.run({ issuer, browser, shop: shop as never });
    expect([attack.name, address]).toEqual([attack.name, `/login?refused=${attack.refused}`]);
  }
  expect(opened.filter(isSignedIn)).toEqual([]);
  expect(tokenAttacks.length).toBeGreaterThan(40);
});
