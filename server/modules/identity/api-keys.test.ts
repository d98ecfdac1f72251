import { expect, it } from "vitest";
import type { ApiKey } from "#contract/api-keys.ts";
import type { AuditEntry } from "#contract/audit.ts";
import type { OwnData } from "#contract/own-data.ts";
import { aPart } from "#seed/builders.ts";
import { setRole } from "#tests/builders/person.ts";
import { shareShop } from "#tests/open-shop.ts";
import { openVisitor, signUp, signUpAdmin } from "#tests/people.ts";

const openShop = shareShop();

it("a key does what admins of its role may, and nothing of its maker's own", async () => {
  const shop = await openShop();
  const admin = await signUpAdmin(shop);
  const made = await admin.send("POST", "/api/api-keys", { name: "Prices", role: "catalogue" });
  expect(made.status).toBe(200);
  const { _id, key } = made.body as { _id: string; key: string };
  const program = openVisitor(shop, { authorization: `Bearer ${key}` });
  const part = await program.send("POST", "/api/parts", aPart());
  expect(part.status).toBe(200);
  expect((await program.get("/api/allOrders")).status).toBe(200);
  expect((await program.send("POST", "/api/ledger/check")).status).toBe(403);
  expect((await program.get(`/api/orders?email=${admin.email}`)).status).toBe(403);
  expect((await program.get("/api/own-data")).status).toBe(403);
  expect(
    (await program.send("POST", "/api/api-keys", { name: "More", role: "owner" })).status,
  ).toBe(403);
  expect((await program.get("/api/identity/session")).body).toEqual({ user: null });
  const [listed] = (await admin.get("/api/api-keys")).body as ApiKey[];
  expect(listed).toEqual({
    _id,
    name: "Prices",
    role: "catalogue",
    ending: key.slice(-4),
    by: admin.email,
    createdAt: expect.any(String),
    lastUsedAt: expect.any(String),
  });
  const own = (await admin.get("/api/own-data")).body as OwnData;
  expect(own.signIns.apiKeys).toEqual([listed]);
  expect(JSON.stringify(own)).not.toContain(key);
  const [added] = (await admin.get("/api/audit?action=add-product")).body as AuditEntry[];
  expect(added?.who).toBe(`${admin.email}, by the key Prices`);
  expect((await admin.send("DELETE", `/api/api-keys/${_id}`)).body).toEqual({ deletedCount: 1 });
  expect((await program.get("/api/allOrders")).status).toBe(401);
  expect((await admin.send("DELETE", `/api/api-keys/${_id}`)).status).toBe(404);
});

it("a key ends with the rights of its maker, and only owners make one", async () => {
  const shop = await openShop();
  const [admin, vera] = [await signUpAdmin(shop), await signUp(shop)];
  const key = { name: "Report", role: "read-only" };
  expect((await vera.send("POST", "/api/api-keys", key)).status).toBe(403);
  expect((await admin.send("POST", "/api/api-keys", { ...key, name: " " })).status).toBe(400);
  const { body } = await admin.send("POST", "/api/api-keys", key);
  const headers = { authorization: `Bearer ${(body as { key: string }).key}` };
  const program = openVisitor(shop, headers);
  expect((await program.get("/api/user")).status).toBe(200);
  await setRole(shop, admin, "customer");
  expect((await program.get("/api/user")).status).toBe(401);
  expect(
    (await openVisitor(shop, { authorization: "Bearer pk_nothing" }).get("/api/user")).status,
  ).toBe(401);
});
