// Every call of the contract, by an admin of every role.
import { describe, expect, it } from "vitest";
import { type Call, callRoot, isAudited } from "#contract/call.ts";
import { calls } from "#contract/calls.ts";
import { type AdminRole, adminRoles } from "#contract/fields.ts";
import { mayCall } from "#contract/rules/roles.ts";
import { limitRole } from "#tests/builders/person.ts";
import { shareShop } from "#tests/open-shop.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { type SignedIn, signUp, signUpAdmin } from "#tests/people.ts";

const openShop = shareShop();
type Shop = Awaited<ReturnType<typeof openShop>>;

const everyCall: Call[] = Object.values(calls).flatMap((domain) => Object.values(domain));
const nowhere = "01a1fbc0-fc51-77f7-8977-e1364d4ea8a0";

async function signUpAs(shop: Shop, role: AdminRole): Promise<SignedIn> {
  const admin = await signUpAdmin(shop);
  if (role !== "owner") await limitRole(shop, admin, role);
  return admin;
}

const codeOf = ({ body }: { body: unknown }) =>
  (body as { error?: { code: string } } | undefined)?.error?.code;

/** Of nothing that there is; a body that no call accepts. */
async function attempt(admin: SignedIn, { method, path, query }: Call) {
  const address = path.replace(/:(\w+)/g, (_, name) =>
    name === "email" ? "nobody@example.com" : nowhere,
  );
  const needed = query && "email" in query ? `?email=${admin.email}` : "";
  const answer = await admin.request(`${callRoot}${address}${needed}`, {
    method,
    headers: { "content-type": "application/json" },
    ...(method !== "GET" && { body: "[]" }),
  });
  const text = await answer.text();
  return text.includes('"not-allowed"') ? "refused" : "let in";
}

describe("roles of admins", () => {
  it("each change by admins states what it changes", () => {
    const silent = everyCall.filter((call) => isAudited(call) && call.area === undefined);
    expect(silent.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  it.each(adminRoles)("%s: every call holds to the table", async (role) => {
    const shop = await openShop();
    const admin = await signUpAs(shop, role);
    const forAdmins = everyCall.filter(({ who, path }) => who === "admin" && path !== "/overview");
    const wrong: string[] = [];
    for (const call of forAdmins) {
      const expected = mayCall(role, call) ? "let in" : "refused";
      const found = await attempt(admin, call);
      if (found !== expected) wrong.push(`${call.method} ${call.path} is ${found}`);
    }
    expect(wrong).toEqual([]);
    expect((await admin.get(`/api/admin/${admin.email}`)).body).toEqual({ admin: true });
    expect((await admin.get("/api/identity/session")).body).toMatchObject({
      user: { role: "admin", adminRole: role },
    });
  });

  it("who may not change orders cancels their own like a customer, and no others", async () => {
    const shop = await openShop();
    const admin = await signUpAs(shop, "catalogue");
    const part = await aStockedPart(shop);
    const [own, foreign] = [
      await placeOrder(admin, part),
      await placeOrder(await signUp(shop), part),
    ];
    expect((await admin.get(`/api/orders/${foreign._id}`)).status).toBe(200);
    const refused = await admin.send("DELETE", `/api/orders/${foreign._id}`);
    expect([refused.status, codeOf(refused)]).toEqual([403, "not-allowed"]);
    expect((await admin.send("DELETE", `/api/orders/${own._id}`)).status).toBe(200);
  });
});
