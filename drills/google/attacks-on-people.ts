// An issuer vouches for somebody, but not for what an account of the shop needs.
import type { GoogleRefusal } from "#contract/identity.ts";
import { type Attack, linked, signIn, victim } from "./attack.ts";

const claiming = (
  name: string,
  refused: GoogleRefusal,
  claims: Record<string, unknown>,
): Attack => ({ name, refused, run: (world) => signIn(world, { claims }) });

export const attacksOnPeople: Attack[] = [
  claiming("an e-mail that is not verified", "unverified", { email_verified: false }),
  claiming("an e-mail verified in words only", "unverified", { email_verified: "true" }),
  claiming("an e-mail of which nothing is said", "unverified", { email_verified: undefined }),
  claiming("no e-mail", "unverified", { email: undefined }),
  claiming("an empty e-mail", "unverified", { email: "" }),
  claiming("an unverified e-mail of a known person", "unverified", {
    ...linked,
    email_verified: false,
  }),
  claiming("the e-mail of an account with a password", "taken", { email: victim }),
  claiming("that e-mail in capitals", "taken", { email: victim.toUpperCase() }),
  claiming("that e-mail with spaces around it", "taken", { email: ` ${victim} ` }),
  claiming("that e-mail and a NUL", "failed", { email: `${victim}\0` }),
  claiming("that e-mail among several", "failed", { email: [victim, "other@example.com"] }),
  claiming("that e-mail as an object", "failed", { email: { toString: victim } }),
  claiming("two e-mails in one", "failed", { email: `${victim},other@example.com` }),
  claiming("another person with the e-mail of a linked account", "taken", {
    email: linked.email,
  }),
  claiming("the linked person's name in capitals", "taken", {
    ...linked,
    sub: linked.sub.toUpperCase(),
  }),
  claiming("nobody", "failed", { sub: undefined }),
  claiming("a person without a name", "failed", { sub: "" }),
  claiming("a person who is a number", "failed", { sub: 1 }),
  claiming("a person who is a list", "failed", { sub: [linked.sub] }),
  claiming("a person whose name cannot be kept", "failed", { sub: "a\0b" }),
  claiming("a person whose name has no end", "failed", { sub: "x".repeat(10_000) }),
];
