// Between the browser and an honest issuer: what one of them promised or said is changed.
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { completeGoogleSignIn } from "#tests/complete-google-sign-in.ts";
import { grace, omar } from "#tests/open-shop-with-google.ts";
import { type Attack, answerOf, begin, comeBack, swapCookie } from "./attack.ts";

export const attacksOnTheWay: Attack[] = [
  {
    name: "another verifier than the one that was promised (PKCE)",
    refused: "failed",
    async run({ browser }) {
      const person = browser();
      const back = await completeGoogleSignIn(await begin(person), grace);
      swapCookie(person, (flow) => ({ ...flow, verifier: "A".repeat(43) }));
      return comeBack(person, answerOf(back));
    },
  },
  {
    name: "a promise taken out on the way (PKCE)",
    refused: "failed",
    async run({ browser }) {
      const person = browser();
      const address = new URL(await begin(person));
      address.searchParams.delete("code_challenge");
      address.searchParams.delete("code_challenge_method");
      return comeBack(person, answerOf(await completeGoogleSignIn(address.href, grace)));
    },
  },
  {
    name: "a promise swapped on the way (PKCE)",
    refused: "failed",
    async run({ browser }) {
      const person = browser();
      const address = new URL(await begin(person));
      address.searchParams.set("code_challenge", "A".repeat(43));
      return comeBack(person, answerOf(await completeGoogleSignIn(address.href, grace)));
    },
  },
  {
    name: "a nonce swapped on the way",
    refused: "failed",
    async run({ browser }) {
      const person = browser();
      const address = new URL(await begin(person));
      address.searchParams.set("nonce", "A".repeat(43));
      return comeBack(person, answerOf(await completeGoogleSignIn(address.href, grace)));
    },
  },
  {
    name: "somebody else's code in one's own answer, at an honest issuer",
    refused: "failed",
    async run({ browser }) {
      const [attacker, person] = [browser(), browser()];
      const theirs = answerOf(await completeGoogleSignIn(await begin(person), grace));
      const own = answerOf(await completeGoogleSignIn(await begin(attacker), omar));
      own.set("code", theirs.get("code") ?? "");
      return comeBack(attacker, own);
    },
  },
  {
    name: "the e-mail of an account with a password, at an honest issuer",
    refused: "taken",
    async run({ shop, browser }) {
      const email = "mei.tanaka@people.example";
      const known = await queryRows(shop.shop.db, sql`select 1 from users where email = ${email}`);
      expect(known).toHaveLength(1);
      const mei = { person: "100000000000000000003" };
      const person = browser();
      return comeBack(person, answerOf(await completeGoogleSignIn(await begin(person), mei)));
    },
  },
];
