import type { GoogleRefusal } from "#contract/identity.ts";
import type { OpenShop } from "#tests/open-shop.ts";
import type { Visitor } from "#tests/people.ts";
import type { EvilIssuer, Saying } from "./evil-issuer.ts";

/** What an attack has to do with: the shop, or what poses as one; an issuer; browsers. */
export type World = {
  shop: OpenShop;
  issuer: EvilIssuer;
  /** A browser in a network of its own. */
  browser(headers?: Record<string, string>): Visitor;
};

export type Attack = {
  name: string;
  /** Meets a shop that has not asked the issuer before: what it found out, it remembers. */
  fresh?: boolean;
  /** Ends with where the browser is sent in the end. */
  run(world: World): Promise<string>;
  /** What that must be: the page that says this. */
  refused?: GoogleRefusal;
  /** Or what else must be true of it. */
  holds?(address: string, world: World): boolean;
};

export const victim = "victim@example.com";
export const linked = { sub: "linked-before", email: "linked@example.com" };

const start = "/api/identity/google";
export const callback = `${start}/callback`;

export async function locationOf(response: Promise<Response>): Promise<string> {
  return (await response).headers.get("location") ?? "";
}

export function begin(browser: Visitor, from = ""): Promise<string> {
  return locationOf(browser.request(`${start}${from && `?from=${from}`}`));
}

export function comeBack(browser: Visitor, answer: URLSearchParams): Promise<string> {
  return locationOf(browser.request(`${callback}?${answer}`));
}

export const answerOf = (address: string) => new URL(address).searchParams;

/** The whole way, with an issuer that says this, and an answer changed like that. */
export async function signIn(
  { issuer, browser }: Pick<World, "issuer" | "browser">,
  saying: Saying = {},
  change: (answer: URLSearchParams) => void = () => {},
): Promise<string> {
  const person = browser();
  issuer.say(saying);
  const answer = issuer.answer(await begin(person));
  change(answer);
  return comeBack(person, answer);
}

/** The cookie in which the browser keeps what belongs to its way to Google. */
export function flowCookie({ cookies }: Visitor): [string, string] {
  const found = [...cookies].find(([name]) => name.includes("google"));
  if (!found) throw new Error("The browser keeps nothing of its way");
  return found;
}

/** Changes the newest of the flows in it. */
export function swapCookie(browser: Visitor, change: (flow: object) => unknown): void {
  const [name, value] = flowCookie(browser);
  const [flow, ...others] = JSON.parse(Buffer.from(value, "base64url").toString());
  const changed = JSON.stringify([change(flow), ...others]);
  browser.cookies.set(name, Buffer.from(changed).toString("base64url"));
}
