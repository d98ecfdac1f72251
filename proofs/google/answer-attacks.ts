// The browser comes back with an answer that does not belong to its own sign-in.
import type { GoogleRefusal } from "#contract/identity.ts";
import { beginWithGoogle, callbackPath } from "../google-sign-in.ts";
import { type Attack, changeFlow, comeBack, flowCookie, linked, signIn } from "./attack.ts";

const script = "<script>alert(1)</script>";

const changes: [string, GoogleRefusal, change: (answer: URLSearchParams) => void][] = [
  ["no state", "expired", (answer) => answer.delete("state")],
  ["an empty state", "expired", (answer) => answer.set("state", "")],
  ["another state", "expired", (answer) => answer.set("state", "A".repeat(43))],
  ["two states", "failed", (answer) => answer.append("state", "A".repeat(43))],
  ["no code", "failed", (answer) => answer.delete("code")],
  ["two codes", "failed", (answer) => answer.append("code", "another")],
  [
    "the answer of another issuer (mix-up)",
    "failed",
    (answer) => answer.set("iss", "https://accounts.google.com"),
  ],
  ["an answer without issuer", "failed", (answer) => answer.delete("iss")],
  ["a token in the address", "failed", (answer) => answer.set("response", "a.b.c")],
  ["an error with a good code", "cancelled", (answer) => answer.set("error", "access_denied")],
];

const errors: [string, GoogleRefusal, error: string, description: string][] = [
  ["an error with a script in it", "failed", script, script],
  ["an error that would add a header", "failed", "x\r\nset-cookie: session=1", "\r\n\r\n"],
  ["a cancelled consent", "cancelled", "access_denied", script],
  ["an issuer that is down", "unavailable", "temporarily_unavailable", ""],
];

const flows: [string, change: (flow: object) => unknown][] = [
  ["a cookie without a state", (flow) => ({ ...flow, state: undefined })],
  ["a cookie with a state of another kind", (flow) => ({ ...flow, state: ["x"] })],
  ["a cookie without a verifier", (flow) => ({ ...flow, verifier: "" })],
  ["a cookie without a nonce", (flow) => ({ ...flow, nonce: undefined })],
  ["a cookie with an unknown field", (flow) => ({ ...flow, userId: "1" })],
  ["a cookie with a list for a flow", (flow) => [flow]],
  ["a cookie with null for a flow", () => null],
];

export const answerAttacks: Attack[] = [
  ...changes.map(
    ([name, refused, change]): Attack => ({
      name,
      refused,
      run: (world) => signIn(world, { claims: linked }, change),
    }),
  ),
  ...errors.map(
    ([name, refused, error, description]): Attack => ({
      name,
      refused,
      run: (world) =>
        signIn(world, { claims: linked }, (answer) => {
          answer.delete("code");
          answer.set("error", error);
          answer.set("error_description", description);
        }),
    }),
  ),
  ...flows.map(
    ([name, change]): Attack => ({
      name,
      refused: "expired",
      async run({ issuer, browser }) {
        const person = browser();
        issuer.say({ claims: linked });
        const answer = issuer.answer(await beginWithGoogle(person));
        changeFlow(person, change);
        return comeBack(person, answer);
      },
    }),
  ),
  {
    name: "a cancelled consent of somebody else's sign-in",
    refused: "expired",
    async run({ browser }) {
      await beginWithGoogle(browser());
      const error = new URLSearchParams({ error: "access_denied", state: "A".repeat(43) });
      return comeBack(browser(), error);
    },
  },
  {
    name: "somebody else's link, in a browser that began nothing (login CSRF)",
    refused: "expired",
    async run({ issuer, browser }) {
      issuer.say({ claims: linked });
      return comeBack(browser(), issuer.answer(await beginWithGoogle(browser())));
    },
  },
  {
    name: "somebody else's link, in a browser that began its own",
    refused: "expired",
    async run({ issuer, browser }) {
      issuer.say({ claims: linked });
      const [attacker, person] = [browser(), browser()];
      const answer = issuer.answer(await beginWithGoogle(attacker));
      await beginWithGoogle(person);
      return comeBack(person, answer);
    },
  },
  {
    name: "somebody else's code in one's own answer",
    refused: "failed",
    async run({ issuer, browser }) {
      issuer.say({ claims: linked });
      const [attacker, person] = [browser(), browser()];
      const theirs = issuer.answer(await beginWithGoogle(person));
      const own = issuer.answer(await beginWithGoogle(attacker));
      own.set("code", theirs.get("code") ?? "");
      return comeBack(attacker, own);
    },
  },
  {
    name: "the cookie of another sign-in",
    refused: "expired",
    async run({ issuer, browser }) {
      issuer.say({ claims: linked });
      const [one, other] = [browser(), browser()];
      const answer = issuer.answer(await beginWithGoogle(one));
      await beginWithGoogle(other);
      one.cookies.set(flowCookie(one)[0], flowCookie(other)[1]);
      return comeBack(one, answer);
    },
  },
  {
    name: "an answer that is posted",
    isHarmless: (address) => address === "",
    async run({ issuer, browser }) {
      const person = browser();
      issuer.say({ claims: linked });
      const body = issuer.answer(await beginWithGoogle(person));
      return comeBack(person, body, { method: "POST", body });
    },
  },
  ...["host", "x-forwarded-host"].map(
    (header): Attack => ({
      name: `another shop's name as ${header}`,
      run: ({ browser }) => beginWithGoogle(browser({ [header]: "evil.example" })),
      isHarmless: (address, { shop }) =>
        new URL(address).searchParams.get("redirect_uri") === shop.url + callbackPath,
    }),
  ),
];
