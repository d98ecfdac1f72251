import type { Call } from "#contract/call.ts";
import { tokenOfLetter } from "#tests/outbox.ts";
import { type SignedIn, signUp } from "#tests/people.ts";
import { letterAfter } from "../letters.ts";
import type { ProofShop, Thing } from "./proof-shop.ts";

const details = { name: "Proof Garage", address: "Street 1", country: "DE", vatId: "" };

/** Each time in a company of its own. */
export async function companyFor(at: ProofShop, { method, path }: Call): Promise<Thing> {
  const { session, shop, admin, query } = at;
  await query("delete from company_members where user_id = $1", [admin.user._id]);
  if (/join|invitation$/.test(path)) return { body: { token: await tokenFor(at) } };
  if (path === "/own-company" && method !== "PUT") return { body: details };
  await session.send("POST", "/api/own-company", details);
  if (path === "/own-company") return { body: details };
  if (path === "/own-company/invitations") return { email: `${crypto.randomUUID()}@example.com` };
  if (path === "/own-company/invitations/:id") return { id: await invite(session) };
  const { user } = await signUp(shop);
  await query(
    `insert into company_members (user_id, company_id, role)
     select $1, company_id, 'buyer' from company_members where user_id = $2`,
    [user._id, admin.user._id],
  );
  return { id: user._id };
}

/** That of the admin, which buys on account. */
export async function addAccountCompany({ session, admin, query }: ProofShop): Promise<string> {
  await query("delete from company_members where user_id = $1", [admin.user._id]);
  await session.send("POST", "/api/own-company", details);
  const [company] = await query<{ id: string }>(
    `update companies set credit_limit_cents = 1000000000, payment_days = 30
     where id = (select company_id from company_members where user_id = $1) returning id`,
    [admin.user._id],
  );
  return company?.id ?? "";
}

const noTerms = { terms: null, expected: { limit: 10_000_000, days: 30 } };

export const accountCompanyFor = async (at: ProofShop, path: string): Promise<Thing> => ({
  id: await addAccountCompany(at),
  ...(path.endsWith("/terms") && { body: noTerms }),
  ...(path.endsWith("/confirmation") && {
    body: { name: details.name, country: details.country, vatId: details.vatId },
  }),
  ...(path.endsWith("/price-group") && { body: { group: null, expected: null } }),
});

async function invite(owner: SignedIn, email = `${crypto.randomUUID()}@example.com`) {
  const body = { email, role: "buyer" };
  const { body: reply } = await owner.send("POST", "/api/own-company/invitations", body);
  const { company } = reply as { company: { invitations: { _id: string }[] } };
  return company.invitations[0]?._id ?? "";
}

async function tokenFor({ shop, admin }: ProofShop): Promise<string> {
  const owner = await signUp(shop);
  await owner.send("POST", "/api/own-company", details);
  const letter = await letterAfter(
    () => invite(owner, admin.email),
    (text) => text.includes("/join-company#token="),
    shop,
  );
  return tokenOfLetter(letter);
}
