import type { GoogleRefusal } from "#contract/identity.ts";
import type { Visitor } from "#tests/people.ts";
import { beginWithGoogle, callbackPath } from "../google-sign-in.ts";
import type { Shop } from "../start-shop.ts";
import type { MaliciousIssuer, Saying } from "./malicious-issuer.ts";

export type World = {
  shop: Pick<Shop, "url" | "request" | "database">;
  issuer: MaliciousIssuer;
  browser(headers?: Record<string, string>): Visitor;
};

export type Attack = {
  name: string;
  run(world: World): Promise<string>;
  /** That must be the page that says this, */
  refused?: GoogleRefusal;
  /** or what else must be true of it. */
  isHarmless?(address: string, world: World): boolean;
};

/** The e-mail of an account with a password, and a person who signed in with Google before. */
export const victim = "victim@example.com";
export const linked = { sub: "linked-before", email: "linked@example.com" };

export async function comeBack(
  browser: Visitor,
  answer: URLSearchParams,
  init?: RequestInit,
): Promise<string> {
  const query = init ? "" : `?${answer}`;
  const response = await browser.request(callbackPath + query, init);
  return response.headers.get("location") ?? "";
}

export const answerOf = (address: string) => new URL(address).searchParams;

export async function signIn(
  { issuer, browser }: Pick<World, "issuer" | "browser">,
  saying: Saying = {},
  change: (answer: URLSearchParams) => void = () => {},
): Promise<string> {
  const person = browser();
  issuer.say(saying);
  const answer = issuer.answer(await beginWithGoogle(person));
  change(answer);
  return comeBack(person, answer);
}

export function flowCookie({ cookies }: Visitor): [name: string, value: string] {
  const found = [...cookies].find(([name]) => name.includes("google"));
  if (!found) throw new Error("The browser has no cookie of its sign-in");
  return found;
}

export function changeFlow(browser: Visitor, change: (flow: object) => unknown): void {
  const [name, value] = flowCookie(browser);
  const [flow, ...others] = JSON.parse(Buffer.from(value, "base64url").toString());
  const changed = JSON.stringify([change(flow), ...others]);
  browser.cookies.set(name, Buffer.from(changed).toString("base64url"));
}
