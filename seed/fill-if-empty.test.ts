import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { newPart } from "#contract/part-edits.ts";
import { newReview } from "#contract/reviews.ts";
import { normalizePartNumber } from "#contract/rules/part-number.ts";
import { isAllowedQuantity } from "#contract/rules/quantity.ts";
import { listParts } from "#server/modules/catalog/list-parts.ts";
import { findPartByNumber } from "#server/modules/catalog/part-numbers.ts";
import { findPartPage } from "#server/modules/catalog/part-page.ts";
import { users } from "#server/modules/customers/tables.ts";
import { describeTerms } from "#server/modules/fitment/condition-texts.ts";
import { listVehiclesOfPart } from "#server/modules/fitment/list-vehicles-of-part.ts";
import { verifyPassword } from "#server/modules/identity/passwords.ts";
import { listReviews } from "#server/modules/reviews/store.ts";
import { connect } from "#server/platform/database/connect.ts";
import { addPeople } from "#tests/builders/person.ts";
import { createEmptyDatabase } from "#tests/create-database.ts";
import { aReview } from "./builders.ts";
import { catalogue } from "./catalogue/catalogue.ts";
import { leafTypes } from "./catalogue/part-types.ts";
import { toNewPart } from "./catalogue/to-new-part.ts";
import { readDemoAccounts } from "./demo-accounts.ts";
import { fillIfEmpty } from "./fill-if-empty.ts";
import { reviews } from "./reviews.ts";

const here = { address: "127.0.0.1" };

async function emptyShop() {
  const dataDir = await mkdtemp(join(tmpdir(), "shop-fill-"));
  const connection = connect(await createEmptyDatabase());
  onTestFinished(async () => {
    await connection.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return { dataDir, connection };
}

describe("the demo", () => {
  it("is at least 240 different parts in 20 types, valid and numbered", () => {
    const parts = catalogue.map((entry) => toNewPart(entry));
    expect(parts.length).toBeGreaterThanOrEqual(240);
    expect(new Set(parts.map(({ type }) => type)).size).toBeGreaterThanOrEqual(20);
    expect(new Set(parts.map(({ name }) => name)).size).toBe(parts.length);
    const own = parts.map(({ number = "" }) => normalizePartNumber(number));
    expect(new Set(own).size).toBe(parts.length);
    const gtins = parts.map(({ numbers }) => numbers?.[0]?.written);
    expect(new Set(gtins).size).toBe(parts.length);
    for (const part of parts) expect(newPart.safeParse(part).error).toBeUndefined();
    for (const entry of reviews) expect(newReview.safeParse(aReview(entry)).success).toBe(true);
  });

  it("sells each part in the quantity that a car needs", () => {
    for (const entry of catalogue.filter(({ life, fromShelf }) => !life && !fromShelf)) {
      const needed = leafTypes.get(entry.type)?.carNeeds ?? 0;
      expect([entry.name, isAllowedQuantity(needed, toNewPart(entry))]).toEqual([entry.name, true]);
    }
  });

  it("has a chain of four numbers that ends in two parts, and parts with several pictures", async () => {
    const { dataDir, connection } = await emptyShop();
    await fillIfEmpty(connection, dataDir);
    const found = await findPartByNumber(connection.db, "pw 1002 604 a");
    const more = { listVehiclesOfPart, describeTerms, priceLists: [], now: new Date() };
    const pageOf = (id = "") => findPartPage(connection.db, id, more);
    const page = await pageOf(found?.id);
    const numbers = page?.successors.map((all) => all.map(({ part }) => part.number).sort());
    expect(numbers).toEqual([["PW-1002-450", "PW-1002-600"]]);
    expect(page?.chain).toHaveLength(4);
    const disc = await findPartByNumber(connection.db, "PW-2312");
    expect((await pageOf(disc?.id))?.pictures.length).toBeGreaterThan(1);
  });

  it("has parts with an earlier number of their own, and some that are announced", async () => {
    const { dataDir, connection } = await emptyShop();
    await fillIfEmpty(connection, dataDir);
    const [disc, before] = await Promise.all(
      ["PW-2312", "bd 312-v"].map((number) => findPartByNumber(connection.db, number)),
    );
    expect(before?.id).toBe(disc?.id);
    const old = catalogue.flatMap((entry) => toNewPart(entry).numbers ?? []);
    expect(old.filter(({ kind }) => kind === "old").length).toBeGreaterThan(2);
    const announced = catalogue.filter(({ life }) => life === "announced");
    expect(announced.length).toBeGreaterThan(1);
    expect(announced.every(({ availablQuantity }) => availablQuantity === 0)).toBe(true);
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
