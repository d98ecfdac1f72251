// The browser comes back with an answer that is not the one to its own question.
import {
  type Attack,
  begin,
  callback,
  comeBack,
  flowCookie,
  linked,
  locationOf,
  signIn,
  swapCookie,
} from "./attack.ts";

const changed = (
  name: string,
  refused: Attack["refused"] & string,
  change: (answer: URLSearchParams) => void,
): Attack => ({ name, refused, run: (world) => signIn(world, { claims: linked }, change) });

const erring = (name: string, refused: Attack["refused"] & string, error: string, text = "") =>
  changed(name, refused, (answer) => {
    answer.delete("code");
    answer.set("error", error);
    answer.set("error_description", text);
  });

const withCookie = (name: string, change: (flow: object) => unknown): Attack => ({
  name,
  refused: "expired",
  async run({ issuer, browser }) {
    const person = browser();
    issuer.say({ claims: linked });
    const answer = issuer.answer(await begin(person));
    swapCookie(person, change);
    return comeBack(person, answer);
  },
});

const script = "<script>alert(1)</script>";

export const attacksOnAnswers: Attack[] = [
  changed("no state", "expired", (answer) => answer.delete("state")),
  changed("an empty state", "expired", (answer) => answer.set("state", "")),
  changed("another state", "expired", (answer) => answer.set("state", "A".repeat(43))),
  changed("two states", "failed", (answer) => answer.append("state", "A".repeat(43))),
  changed("no code", "failed", (answer) => answer.delete("code")),
  changed("two codes", "failed", (answer) => answer.append("code", "another")),
  changed("the answer of another issuer (mix-up)", "failed", (answer) =>
    answer.set("iss", "https://accounts.google.com"),
  ),
  changed("an answer of nobody named", "failed", (answer) => answer.delete("iss")),
  changed("a token in the address", "failed", (answer) => answer.set("response", "a.b.c")),
  changed("an error beside a good code", "cancelled", (answer) =>
    answer.set("error", "access_denied"),
  ),
  erring("an error with a script in it", "failed", script, script),
  erring("an error that would add a header", "failed", "x\r\nset-cookie: session=1", "\r\n\r\n"),
  erring("a cancelled consent", "cancelled", "access_denied", script),
  erring("an issuer that is down", "unavailable", "temporarily_unavailable"),
  {
    name: "a cancelled consent of somebody else's flow",
    refused: "expired",
    async run({ browser }) {
      await begin(browser());
      const error = new URLSearchParams({ error: "access_denied", state: "A".repeat(43) });
      return comeBack(browser(), error);
    },
  },
  {
    name: "somebody else's link, in a browser that asked for nothing (login CSRF)",
    refused: "expired",
    async run({ issuer, browser }) {
      issuer.say({ claims: linked });
      return comeBack(browser(), issuer.answer(await begin(browser())));
    },
  },
  {
    name: "somebody else's link, in a browser on its own way",
    refused: "expired",
    async run({ issuer, browser }) {
      issuer.say({ claims: linked });
      const [attacker, person] = [browser(), browser()];
      const answer = issuer.answer(await begin(attacker));
      await begin(person);
      return comeBack(person, answer);
    },
  },
  {
    name: "somebody else's code in one's own answer",
    refused: "failed",
    async run({ issuer, browser }) {
      issuer.say({ claims: linked });
      const [attacker, person] = [browser(), browser()];
      const [theirs, own] = [await begin(person), await begin(attacker)].map(issuer.answer);
      own?.set("code", theirs?.get("code") ?? "");
      return comeBack(attacker, own ?? new URLSearchParams());
    },
  },
  {
    name: "the cookie of another flow",
    refused: "expired",
    async run({ issuer, browser }) {
      issuer.say({ claims: linked });
      const [one, other] = [browser(), browser()];
      const answer = issuer.answer(await begin(one));
      await begin(other);
      const [[name], [, value]] = [flowCookie(one), flowCookie(other)];
      one.cookies.set(name, value);
      return comeBack(one, answer);
    },
  },
  withCookie("a cookie without a state", ({ ...flow }) => ({ ...flow, state: undefined })),
  withCookie("a cookie with a state of another kind", (flow) => ({ ...flow, state: ["x"] })),
  withCookie("a cookie without a verifier", (flow) => ({ ...flow, verifier: "" })),
  withCookie("a cookie without a nonce", (flow) => ({ ...flow, nonce: undefined })),
  withCookie("a cookie with more than there is", (flow) => ({ ...flow, userId: "1" })),
  withCookie("a cookie with a list for a flow", (flow) => [flow]),
  withCookie("a cookie with nothing for a flow", () => null),
  {
    name: "an answer that is sent, not brought",
    holds: (address) => address === "",
    async run({ issuer, browser }) {
      const person = browser();
      issuer.say({ claims: linked });
      const body = issuer.answer(await begin(person));
      return locationOf(person.request(callback, { method: "POST", body }));
    },
  },
  ...["host", "x-forwarded-host"].map(
    (header): Attack => ({
      name: `another shop's name as ${header}`,
      run: ({ browser }) => begin(browser({ [header]: "evil.example" })),
      holds: (address, { shop }) =>
        new URL(address).searchParams.get("redirect_uri") === `${shop.shop.origin}${callback}`,
    }),
  ),
];
