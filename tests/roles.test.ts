// Every call of the contract, by an admin of every role.
import { describe, expect, it } from "vitest";
import type { AuditEntry } from "#contract/audit.ts";
import { type Call, callRoot, isAudited } from "#contract/call.ts";
import { calls } from "#contract/calls.ts";
import { type AdminRole, adminRoles } from "#contract/fields.ts";
import { type Area, keyAreas, mayCall } from "#contract/rules/roles.ts";
import type { SettingsRecord } from "#contract/settings.ts";
import { limitRole } from "#tests/builders/person.ts";
import { shareShop } from "#tests/open-shop.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { openVisitor, type SignedIn, signUp, signUpAdmin, type Visitor } from "#tests/people.ts";

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
async function attempt(
  admin: Visitor & { email: string },
  { method, path, query }: Pick<Call, "method" | "path" | "query">,
) {
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

/** All that changes roles, people's data, sign-ins and keys; what is added here is refused to keys. */
const personalDomains = [
  "users",
  "people",
  "personData",
  "identity",
  "passkeys",
  "secondStep",
  "emailChange",
  "signInCode",
  "apiKeys",
  "ownData",
] as const satisfies (keyof typeof calls)[];

async function openWithKey(role: AdminRole) {
  const shop = await openShop();
  const owner = await signUpAdmin(shop);
  const { body } = await owner.send("POST", "/api/api-keys", { name: "Program", role });
  const { _id, key } = body as { _id: string; key: string };
  const program = openVisitor(shop, { authorization: `Bearer ${key}` });
  return { shop, owner, keyId: _id, program: { ...program, email: owner.email } };
}

describe("keys of programs", () => {
  it("an owner's key makes each change of its areas, and none of people, sign-ins and keys", async () => {
    const { program } = await openWithKey("owner");
    const personal = new Set<Call>(personalDomains.flatMap((name) => Object.values(calls[name])));
    const wrong: string[] = [];
    for (const call of everyCall.filter(isAudited)) {
      const isForKeys =
        !personal.has(call) && (call.area === "some" || keyAreas.includes(call.area as Area));
      const expected = isForKeys ? "let in" : "refused";
      const found = await attempt(program, call);
      if (found !== expected) wrong.push(`${call.method} ${call.path} is ${found}`);
    }
    expect(wrong).toEqual([]);
  });

  it("an owner's key makes nobody an owner, also not by undoing", async () => {
    const { shop, owner, program } = await openWithKey("owner");
    const [friend, former] = [await signUp(shop), await signUpAdmin(shop)];
    const role = { role: null, expected: "owner" };
    expect((await owner.send("PUT", `/api/people/${former.user._id}/role`, role)).status).toBe(200);
    const [taken] = (await program.get("/api/audit?action=change-role")).body as AuditEntry[];
    expect(taken).toMatchObject({ thing: { name: former.user.name }, undoable: false });
    const given = { role: "owner", expected: null };
    const answers = [
      await program.send("PUT", `/api/people/${friend.user._id}/role`, given),
      await program.send("PUT", `/api/user/admin/${friend.email}`),
      await program.send("POST", `/api/undo/${taken?._id}`),
      await program.send("POST", `/api/people/${friend.user._id}/data`),
    ];
    expect(answers.map(codeOf)).toEqual(answers.map(() => "not-allowed"));
    for (const { email } of [friend, former]) {
      expect((await owner.get(`/api/admin/${email}`)).body).toEqual({ admin: false });
    }
    // A person may.
    expect((await owner.send("POST", `/api/undo/${taken?._id}`)).status).toBe(200);
  });

  it("an owner's key changes settings, but not how admins sign in", async () => {
    const { owner, program } = await openWithKey("owner");
    const records = (await program.get("/api/settings")).body as SettingsRecord[];
    const edit = (section: string) => {
      const { version, value } = records.find((record) => record.section === section) ?? {};
      return { section, version, value };
    };
    expect((await program.send("PUT", "/api/settings", edit("reviews"))).status).toBe(200);
    const security = { ...edit("security"), value: { requireSecondFactor: true } };
    expect(codeOf(await program.send("PUT", "/api/settings", security))).toBe("not-allowed");
    const save = async (sections: object) => {
      const file = { settings: 1, sections };
      const compared = await program.send("PUT", "/api/settings/file", { file });
      const { seen } = compared.body as { seen?: string };
      return seen ? program.send("PUT", "/api/settings/file", { file, seen }) : compared;
    };
    expect(codeOf(await save({ security: security.value }))).toBe("not-allowed");
    const { body } = await program.get("/api/settings/file");
    const { sections } = body as { sections: object };
    // The same settings of sign-ins are no change.
    expect((await save({ ...sections, reviews: { lookFirst: true } })).status).toBe(200);
    const now = (await owner.get("/api/settings")).body as SettingsRecord[];
    expect(now.find(({ section }) => section === "security")?.value).toEqual({
      requireSecondFactor: false,
    });
  });

  it("a key that is ended during a request is refused at the next one, and told so", async () => {
    const { shop, owner, keyId, program } = await openWithKey("orders");
    const reading = program.get("/api/allOrders");
    expect((await owner.send("DELETE", `/api/api-keys/${keyId}`)).status).toBe(200);
    await reading;
    const refused = { error: { code: "not-signed-in", message: "This API key is not valid." } };
    expect(await program.get("/api/allOrders")).toMatchObject({ status: 401, body: refused });
    expect(await program.send("POST", "/api/parts", {})).toMatchObject({ body: refused });
    expect(await program.get("/api/own-data")).toMatchObject({ body: refused });
    const mistyped = openVisitor(shop, { authorization: "Bearer pk_nothing" });
    expect(await mistyped.get("/api/user")).toMatchObject({ status: 401, body: refused });
    expect((await mistyped.get("/api/parts")).status).toBe(200);
    // Whoever sends no key is asked to sign in.
    expect((await openVisitor(shop).get("/api/user")).body).toMatchObject({
      error: { message: "Please sign in first." },
    });
  });

  it("the access token of a session is no key", async () => {
    const { shop, owner } = await openWithKey("owner");
    const { email } = owner;
    const { body } = await owner.send("PUT", `/api/user/${email}`, { email });
    const { token } = body as { token: string };
    const client = openVisitor(shop, { authorization: `Bearer ${token}` });
    const friend = await signUp(shop);
    expect((await client.send("PUT", `/api/user/admin/${friend.email}`)).body).toEqual({
      modifiedCount: 1,
    });
  });
});
