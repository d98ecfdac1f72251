import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { newPart } from "#contract/catalog.ts";
import { newReview } from "#contract/reviews.ts";
import { listParts } from "#server/modules/catalog/store.ts";
import { users } from "#server/modules/customers/tables.ts";
import { verifyPassword } from "#server/modules/identity/passwords.ts";
import { listReviews } from "#server/modules/reviews/store.ts";
import { connect } from "#server/platform/database/connect.ts";
import { addPeople } from "#tests/builders/person.ts";
import { createDatabase } from "#tests/create-database.ts";
import { aPart, aReview } from "./builders.ts";
import { catalogue } from "./catalogue.ts";
import { readDemoAccounts } from "./demo-accounts.ts";
import { fillIfEmpty } from "./fill-if-empty.ts";
import { reviews } from "./reviews.ts";

const here = { address: "127.0.0.1" };

async function emptyShop() {
  const dataDir = await mkdtemp(join(tmpdir(), "shop-fill-"));
  const connection = connect(await createDatabase());
  onTestFinished(async () => {
    await connection.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return { dataDir, connection };
}

describe("the demo", () => {
  it("is 48 different parts that are valid and can be ordered", () => {
    expect(new Set(catalogue.map(({ name }) => name)).size).toBe(48);
    for (const { slug: _, ...entry } of catalogue) {
      expect(newPart.safeParse(aPart(entry)).success).toBe(true);
      expect(entry.availablQuantity).toBeGreaterThan(entry.minimumQuantity + 2);
    }
    for (const entry of reviews) expect(newReview.safeParse(aReview(entry)).success).toBe(true);
  });

  it("fills an empty shop once, when many processes start at once", async () => {
    const { dataDir, connection } = await emptyShop();
    const filled = await Promise.all([1, 2, 3].map(() => fillIfEmpty(connection, dataDir)));
    expect(filled.filter(Boolean)).toHaveLength(1);
    const parts = await listParts(connection.db, {});
    expect(parts.map(({ name }) => name)).toEqual(catalogue.map(({ name }) => name));
    expect(await listReviews(connection.db, String)).toHaveLength(reviews.length);
    // The printed passwords are those of the process that filled the shop.
    const printed = await readDemoAccounts(dataDir);
    const [admin] = await connection.db.select().from(users).orderBy(users.role);
    expect(
      await verifyPassword(printed?.admin.password ?? "", admin?.passwordHash ?? null, here),
    ).toBe(true);
  });

  it("has two accounts whose passwords only the owner of the folder can read", async () => {
    const { dataDir, connection } = await emptyShop();
    await fillIfEmpty(connection, dataDir);
    const file = join(dataDir, "demo-accounts.json");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const account = {
      email: expect.stringContaining("@"),
      password: expect.stringMatching(/.{12}/),
    };
    const accounts = JSON.parse(await readFile(file, "utf8"));
    expect(accounts).toEqual({ admin: account, customer: account });
    expect(accounts.admin.password).not.toBe(accounts.customer.password);
    const people = await connection.db.select().from(users).orderBy(users.role);
    expect(
      await verifyPassword(accounts.admin.password, people[0]?.passwordHash ?? null, here),
    ).toBe(true);
    expect(
      await verifyPassword(accounts.customer.password, people[0]?.passwordHash ?? null, here),
    ).toBe(false);
    expect(people).toMatchObject([
      {
        email: accounts.admin.email,
        role: "admin",
        passwordHash: expect.stringContaining("$argon2id$"),
      },
      { email: accounts.customer.email, role: "customer", passwordHash: expect.anything() },
    ]);
  });

  it("does not change a shop that has data", async () => {
    const { dataDir, connection } = await emptyShop();
    await addPeople(connection.db, ["a@b.c"]);
    expect(await fillIfEmpty(connection, dataDir)).toBe(false);
    expect(await listParts(connection.db, {})).toEqual([]);
  });
});
