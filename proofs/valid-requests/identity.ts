import { expect } from "vitest";
import type { Call } from "#contract/call.ts";
import { createAuthenticator } from "#tests/builders/authenticator.ts";
import { codeOfLetter, tokenOfLetter } from "#tests/outbox.ts";
import { addPasskey, askToAdd, askToSignIn } from "#tests/passkeys.ts";
import { type SignedIn, signUp } from "#tests/people.ts";
import { beginSignIn, openApp, setUpApp } from "#tests/second-steps.ts";
import { letterAfter, resetTokenFor } from "../letters.ts";
import type { IdMakers, ProofShop, Thing } from "./proof-shop.ts";

export const identityIds = (at: ProofShop): IdMakers => ({
  "/user/:id": async () => (await signUp(at.shop)).user._id,
  "/identity/sessions/:id": async () => (await at.newest("sessions", "id")) ?? "",
  "/api-keys/:id": () => addApiKey(at),
});

async function addApiKey({ session }: ProofShop): Promise<string> {
  const { body } = await session.send("POST", "/api/api-keys", { name: "Key", role: "orders" });
  return (body as { _id: string })._id;
}

/** The secrets of a letter about the admin's account, where the call takes them. */
export async function letterSecretsFor(
  { shop, admin, session, query }: ProofShop,
  { path }: Call,
): Promise<{ token?: string; code?: string }> {
  if (!/^\/identity\/(reset|verify-email)/.test(path)) return {};
  // One that another request asked for must not be taken for the one asked for here.
  await expect.poll(() => query("select from jobs where kind = 'letter' limit 1")).toEqual([]);
  if (path === "/identity/reset") return { token: await resetTokenFor(admin.email, shop) };
  await query("update users set email_verified_at = null where id = $1", [admin.user._id]);
  const letter = await letterAfter(
    () => session.send("POST", "/api/identity/verify-email/letter"),
    (text) => text.includes(`To: ${admin.email}`) && codeOfLetter(text) !== "",
    shop,
  );
  return { token: tokenOfLetter(letter), code: codeOfLetter(letter).replace(" ", "") };
}

/** Of a key that the person has, or is about to add. */
export async function passkeyFor(
  { shop }: ProofShop,
  { path, method }: Call,
  person: SignedIn,
): Promise<Thing> {
  const key = createAuthenticator(shop.url);
  if (path === "/identity/passkeys" && method === "POST") {
    return { body: key.make(await askToAdd(person)) };
  }
  const isAnswered = path === "/identity/sign-in/passkey";
  if (!isAnswered && path !== "/identity/passkeys/:id") return {};
  const { _id: id } = await addPasskey(person, key);
  return { id, ...(isAnswered && { body: key.answer(await askToSignIn(person)) }) };
}

/** A change of e-mail that was begun, where the call is about one. */
export async function emailChangeFor(
  { shop }: ProofShop,
  { path, method }: Call,
  person: SignedIn,
): Promise<Thing> {
  if (!path.startsWith("/identity/email") || method === "GET") return {};
  const newEmail = `${crypto.randomUUID()}@example.com`;
  if (method === "POST" && path === "/identity/email") return { body: { newEmail } };
  const begin = () => person.send("POST", "/api/identity/email", { newEmail });
  if (method === "DELETE") {
    await begin();
    return {};
  }
  const link = /change-email#token=([\w-]+)/;
  const isWanted = (letter: string) => letter.includes(newEmail) && link.test(letter);
  const letter = await letterAfter(begin, isWanted, shop);
  return { body: { token: link.exec(letter)?.[1] } };
}

export async function signInCodeFor(
  { shop }: ProofShop,
  { path }: Call,
  { email, send }: SignedIn,
): Promise<{ code?: string }> {
  if (path !== "/identity/sign-in/code/enter") return {};
  const code = /your code: (\d{3} \d{3})/;
  const letter = await letterAfter(
    () => send("POST", "/api/identity/sign-in/code", { email }),
    (text) => text.includes(email) && code.test(text),
    shop,
  );
  return { code: code.exec(letter)?.[1] ?? "" };
}

/** A second step, or a sign-in that waits for one, where the call is about it. */
export async function secondStepFor(
  { shop }: ProofShop,
  { path, method }: Call,
  person: SignedIn,
): Promise<{ email?: string; code?: string }> {
  if (!path.includes("/second-step")) return {};
  if (path.endsWith("/reset")) return { email: (await signUp(shop)).email };
  if (path.endsWith("/app/confirm")) {
    const { body } = await person.send("POST", "/api/identity/second-step/app");
    return { code: openApp((body as { secret: string }).secret)() };
  }
  if (method === "GET" || (method === "POST" && path.endsWith("/app"))) return {};
  const app = await setUpApp(person);
  if (path.includes("/sign-in/")) await beginSignIn(person, person);
  return { code: app.code() };
}
