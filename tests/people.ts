// People who use the shop over HTTP, each with their own cookies.
import { expect } from "vitest";
import type { Person } from "#contract/identity.ts";
import { changePerson, setRole } from "#tests/builders/person.ts";
import { createJsonClient } from "./json-client.ts";
import type { OpenShop } from "./open-shop.ts";

export const goodPassword = "correct horse";

type Answer = { status: number; body: unknown };

export type Visitor = {
  cookies: Map<string, string>;
  request(path: string, init?: RequestInit): Promise<Response>;
  get(path: string): Promise<Answer>;
  send(method: string, path: string, body?: unknown): Promise<Answer>;
};

export type SignedIn = Visitor & { user: Person; email: string; password: string };

type Shop = Pick<OpenShop, "request">;

export function openVisitor(shop: Shop, headers: Record<string, string> = {}): Visitor {
  const cookies = new Map<string, string>();
  async function request(path: string, init: RequestInit = {}): Promise<Response> {
    const sent = new Headers({ ...headers, ...Object.fromEntries(new Headers(init.headers)) });
    if (cookies.size > 0) {
      sent.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    }
    const response = await shop.request(path, { redirect: "manual", ...init, headers: sent });
    for (const cookie of response.headers.getSetCookie()) keep(cookies, cookie);
    return response;
  }
  return { cookies, request, ...createJsonClient(request) };
}

function keep(cookies: Map<string, string>, cookie: string): void {
  const [pair = "", ...attributes] = cookie.split("; ");
  const [name = "", value = ""] = pair.split("=");
  if (attributes.includes("Max-Age=0")) cookies.delete(name);
  else cookies.set(name, value);
}

let count = 0;

type Account = { name: string; email: string; password: string };

export const newAccount = (): Account => ({
  name: "Vera Lind",
  email: `vera.lind.${++count}.${process.pid}@example.com`,
  password: goodPassword,
});

export async function signUp(
  shop: Shop,
  { headers, ...given }: Partial<Account> & { headers?: Record<string, string> } = {},
): Promise<SignedIn> {
  const account = { ...newAccount(), ...given };
  const { email, password } = account;
  const browser = openVisitor(shop, headers);
  const { status, body } = await browser.send("POST", "/api/identity/sign-up", account);
  expect([status, body]).toEqual([200, { user: expect.anything() }]);
  return { ...browser, user: (body as { user: Person }).user, email, password };
}

/** With new cookies. */
export async function signIn(
  shop: Shop,
  { email, password }: { email: string; password: string },
  headers: Record<string, string> = {},
): Promise<SignedIn> {
  const browser = openVisitor(shop, headers);
  const { status, body } = await browser.send("POST", "/api/identity/sign-in", { email, password });
  expect([status, body]).toEqual([200, { user: expect.anything() }]);
  return { ...browser, user: (body as { user: Person }).user, email, password };
}

export async function verifyEmail(
  { shop }: OpenShop,
  { user }: Pick<SignedIn, "user">,
): Promise<void> {
  await changePerson(shop.db, { user }, { emailVerifiedAt: new Date() });
}

/** With a verified e-mail. */
export async function signUpAdmin(shop: OpenShop): Promise<SignedIn> {
  const admin = await signUp(shop, { name: "Ada Wright" });
  await verifyEmail(shop, admin);
  await setRole(shop, admin, "admin");
  return {
    ...admin,
    user: { ...admin.user, role: "admin", adminRole: "owner", emailVerified: true },
  };
}

/** The bearer token that the client stores as accessToken. */
export async function getAccessToken({ send, email }: SignedIn): Promise<string> {
  const { status, body } = await send("PUT", `/api/user/${email}`, { email });
  expect(status).toBe(200);
  return (body as { token: string }).token;
}
