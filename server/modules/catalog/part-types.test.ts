import { describe, expect, it } from "vitest";
import type { AuditEntry } from "#contract/audit.ts";
import type { PartType } from "#contract/catalog.ts";
import type { PartRecord } from "#contract/part-edits.ts";
import type { PartTypeEdit, PartTypeRecord } from "#contract/part-types.ts";
import { aPart, aPartType } from "#seed/builders.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { countBlocked } from "#tests/builders/lock.ts";
import { type OpenShop, shareShop } from "#tests/open-shop.ts";
import { type SignedIn, signUp, signUpAdmin } from "#tests/people.ts";
import { lockTypes } from "./save-part-type.ts";

const brakes = aPartType({ slug: "brakes", name: "Brakes" });
const openShop = shareShop({ types: [brakes] });

async function setUp() {
  const shop = await openShop();
  return { shop, admin: await signUpAdmin(shop) };
}

async function addType(admin: SignedIn, more: { name?: string; parent?: string | null } = {}) {
  const name = more.name ?? `Type ${crypto.randomUUID().slice(0, 8)}`;
  const { status, body } = await admin.send("POST", "/api/part-types", { name, ...more });
  expect(status).toBe(200);
  return body as PartTypeRecord;
}

const edit = (admin: SignedIn, { slug }: { slug: string }, body: PartTypeEdit) =>
  admin.send("PATCH", `/api/part-types/${slug}`, body);
const remove = (admin: SignedIn, { slug }: { slug: string }) =>
  admin.send("DELETE", `/api/part-types/${slug}`);
const recordOf = async (admin: SignedIn, { slug }: { slug: string }) =>
  (await admin.get(`/api/part-types/${slug}`)).body as PartTypeRecord;
const treeOf = async (shop: OpenShop) => (await shop.get("/api/part-types")).body as PartType[];

async function addPart(admin: SignedIn, type: string) {
  const { body } = await admin.send("POST", "/api/parts", aPart({ type }));
  return (body as { insertedId: string }).insertedId;
}

const partOf = async (admin: SignedIn, id: string) =>
  (await admin.get(`/api/parts/${id}/record`)).body as PartRecord;

async function undoLatest(admin: SignedIn, about: string) {
  const log = (await admin.get(`/api/audit?about=${about}`)).body as AuditEntry[];
  return admin.send("POST", `/api/undo/${log[0]?._id}`);
}

describe("a part type", () => {
  it("is added below another, and shows to customers at once", async () => {
    const { shop, admin } = await setUp();
    const added = await addType(admin, { name: "Drum brakes", parent: "brakes" });
    expect(added).toMatchObject({ slug: "drum-brakes", parent: "brakes", version: 1, parts: 0 });
    expect(await treeOf(shop)).toContainEqual(expect.objectContaining({ slug: "drum-brakes" }));
    expect((await shop.request("/shop/drum-brakes")).status).toBe(200);
  });

  it("is edited whole, and searches find it by its new words", async () => {
    const { shop, admin } = await setUp();
    const type = await addType(admin);
    const part = await addPart(admin, type.slug);
    const attributes = [{ name: "Width", unit: "mm", kind: "number" as const, facet: true }];
    const word = `word${crypto.randomUUID().slice(0, 8).replace(/\d/g, "x")}`;
    const values = { synonyms: [word, word.toUpperCase()], attributes, soldForVehicles: false };
    const { status, body } = await edit(admin, type, { ...values, version: 1 });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { synonyms: [word.toUpperCase()], attributes, version: 2, parts: 1 },
    });
    const found = (await shop.get(`/api/search?q=${word}`)).body;
    expect(JSON.stringify(found)).toContain(part);
  });

  it("leads from its earlier address to the present one, which nobody else can take", async () => {
    const { shop, admin } = await setUp();
    const [type, other] = [await addType(admin), await addType(admin)];
    const slug = `new-${type.slug}`;
    expect((await edit(admin, type, { slug })).status).toBe(200);
    const moved = await shop.request(`/shop/${type.slug}?sort=price`, { redirect: "manual" });
    expect([moved.status, moved.headers.get("location")]).toEqual([
      301,
      `/shop/${slug}?sort=price`,
    ]);
    expect(await recordOf(admin, type)).toMatchObject({ _id: type._id, slug });
    expect(await edit(admin, other, { slug: type.slug })).toMatchObject({
      status: 400,
      body: { error: { fields: { slug: `“${type.slug}” still leads to ${type.name}` } } },
    });
    expect((await edit(admin, { slug }, { slug: type.slug })).status).toBe(200);
    expect((await shop.request(`/shop/${type.slug}`, { redirect: "manual" })).status).toBe(200);
  });

  it.each<[string, (names: Record<"slug" | "below", string>) => PartTypeEdit, string, string]>([
    ["belong to itself", ({ slug }) => ({ parent: slug }), "parent", "cannot belong to itself"],
    ["belong to one below", ({ below }) => ({ parent: below }), "parent", "or one below it"],
    ["belong to nothing known", () => ({ parent: "nothing" }), "parent", "no part type “nothing”"],
    ["have an address with spaces", () => ({ slug: "a b" }), "slug", "small letters"],
    ["have no name", () => ({ name: " " }), "name", "Name is Required"],
    [
      "have an attribute twice",
      () => ({
        attributes: ["Side", "side"].map((name) => ({
          name,
          unit: null,
          kind: "choice",
          facet: true,
        })),
      }),
      "attributes",
      "“side” is there twice",
    ],
  ])("cannot %s", async (_, change, field, message) => {
    const { admin } = await setUp();
    const type = await addType(admin);
    const { slug: below } = await addType(admin, { parent: type.slug });
    const { status, body } = await edit(admin, type, change({ slug: type.slug, below }));
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: { fields: { [field]: expect.stringContaining(message) } },
    });
    expect(await recordOf(admin, type)).toMatchObject({ version: 1 });
  });

  it("keeps attributes that parts have a value of, deleted parts too, and their kind", async () => {
    const { admin } = await setUp();
    const type = await addType(admin);
    const side = { name: "Side", unit: null, kind: "choice" as const, facet: true };
    await edit(admin, type, { attributes: [side] });
    const part = await addPart(admin, type.slug);
    const attributes = [{ name: "Side", unit: null, value: "left" }];
    expect((await admin.send("PATCH", `/api/parts/${part}`, { attributes })).status).toBe(200);
    await admin.send("DELETE", `/api/parts/${part}`);
    const [stored] = (await recordOf(admin, type)).attributes;
    expect(stored).toMatchObject({ ...side, parts: 1 });
    const messageOf = async (next: PartTypeEdit["attributes"]) => {
      const { body } = await edit(admin, type, { attributes: next });
      return (body as { error: { fields: { attributes: string } } }).error.fields.attributes;
    };
    expect(await messageOf([])).toContain("1 product has a value of Side");
    const number = [{ ...side, _id: stored?._id ?? 0, kind: "number" as const }];
    expect(await messageOf(number)).toContain("so its kind stays");
  });

  it("is refused to who has not seen another admin's change, with what it is now", async () => {
    const { admin } = await setUp();
    const type = await addType(admin);
    await edit(admin, type, { name: "Theirs", version: 1 });
    expect(await edit(admin, type, { name: "Mine", version: 1 })).toMatchObject({
      status: 409,
      body: { error: { present: { name: "Theirs", version: 2 } } },
    });
  });

  it("is for admins only", async () => {
    const { shop } = await setUp();
    const vera = await signUp(shop);
    expect((await vera.get("/api/part-types/brakes")).status).toBe(403);
    expect((await remove(vera, { slug: "brakes" })).status).toBe(403);
  });
});

describe("undoing a change of a part type", () => {
  it("brings back what an edit changed, unless it was changed again", async () => {
    const { admin } = await setUp();
    const type = await addType(admin);
    await edit(admin, type, { synonyms: ["one"], soldForVehicles: false });
    expect((await undoLatest(admin, type._id)).status).toBe(200);
    expect(await recordOf(admin, type)).toMatchObject({ synonyms: [], soldForVehicles: true });
    await edit(admin, type, { synonyms: ["two"] });
    const log = (await admin.get(`/api/audit?about=${type._id}`)).body as AuditEntry[];
    await edit(admin, type, { synonyms: ["three"] });
    expect((await admin.send("POST", `/api/undo/${log[0]?._id}`)).status).toBe(409);
  });

  it("restores a deleted one with its earlier address, attributes, and the parts that had it", async () => {
    const { shop, admin } = await setUp();
    const type = await addType(admin);
    const slug = `kept-${type.slug}`;
    const attributes = [{ name: "Side", unit: null, kind: "choice" as const, facet: true }];
    await edit(admin, type, { slug, attributes });
    const part = await addPart(admin, slug);
    const value = [{ name: "Side", unit: null, value: "left" }];
    await admin.send("PATCH", `/api/parts/${part}`, { attributes: value });
    expect(await remove(admin, { slug })).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining("There is 1 product of this type") } },
    });
    await admin.send("DELETE", `/api/parts/${part}`);
    expect((await remove(admin, { slug })).status).toBe(200);
    expect((await treeOf(shop)).map((each) => each.slug)).not.toContain(slug);
    expect((await shop.request(`/shop/${slug}`)).status).toBe(404);
    // A part that comes back meanwhile has no type.
    await undoLatest(admin, part);
    expect(await partOf(admin, part)).toMatchObject({ type: null });
    expect((await undoLatest(admin, type._id)).status).toBe(200);
    expect(await partOf(admin, part)).toMatchObject({ type: slug, attributes: value });
    const moved = await shop.request(`/shop/${type.slug}`, { redirect: "manual" });
    expect(moved.status).toBe(301);
    expect(await recordOf(admin, { slug })).toMatchObject({ attributes, parts: 1 });
  });

  it("says why a deleted one cannot come back: its address is taken, or its parent is gone", async () => {
    const { admin } = await setUp();
    const parent = await addType(admin);
    const child = await addType(admin, { parent: parent.slug });
    await remove(admin, child);
    await remove(admin, parent);
    const message = (text: string) => ({
      status: 409,
      body: { error: { message: expect.stringContaining(text) } },
    });
    expect(await undoLatest(admin, child._id)).toMatchObject(message("restore that one first"));
    const again = await addType(admin, { name: parent.name });
    expect(again.slug).toBe(parent.slug);
    expect(await undoLatest(admin, parent._id)).toMatchObject(message("is the address of"));
    await remove(admin, again);
    expect((await undoLatest(admin, parent._id)).status).toBe(200);
    expect((await undoLatest(admin, child._id)).status).toBe(200);
    expect(await undoLatest(admin, child._id)).toMatchObject({ status: 409 });
  });

  it("deletes an added one, unless it has parts by now", async () => {
    const { admin } = await setUp();
    const [used, unused] = [await addType(admin), await addType(admin)];
    await addPart(admin, used.slug);
    expect((await undoLatest(admin, used._id)).status).toBe(409);
    expect((await undoLatest(admin, unused._id)).status).toBe(200);
    expect((await admin.get(`/api/part-types/${unused.slug}`)).status).toBe(404);
  });
});

it("is not deleted while a part gets it: one of both is refused", async () => {
  const { shop, admin } = await setUp();
  for (const isPartFirst of [true, false]) {
    const { slug } = await addType(admin);
    const part = await addPart(admin, "brakes");
    const give = () => admin.send("PATCH", `/api/parts/${part}`, { type: slug });
    const acts = isPartFirst
      ? [give, () => remove(admin, { slug })]
      : [() => remove(admin, { slug }), give];
    const [first, second] = await Promise.all(acts.map((act) => act()));
    const [given, removed] = isPartFirst ? [first, second] : [second, first];
    expect([
      [200, 409],
      [400, 200],
    ]).toContainEqual([given?.status, removed?.status]);
  }
  const { slug } = await addType(admin);
  const answers = await inTransaction(shop.shop.db, async (tx) => {
    await lockTypes(tx);
    const removing = remove(admin, { slug });
    await expect.poll(() => countBlocked(shop.shop.db, "advisory")).toBe(1);
    const adding = await admin.send("POST", "/api/parts", aPart({ type: slug }));
    return { adding, removing };
  });
  expect(answers.adding.status).toBe(200);
  expect((await answers.removing).status).toBe(409);
});
