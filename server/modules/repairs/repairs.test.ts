import { expect, it } from "vitest";
import type { VehiclePage } from "#contract/fitment.ts";
import type { Repair, RepairPlan } from "#contract/repairs.ts";
import { aPartType } from "#seed/builders.ts";
import { addPartTypes } from "#server/modules/catalog/add-part-types.ts";
import { addArden, anApplication } from "#tests/builders/vehicle.ts";
import { share, startShop } from "#tests/open-shop.ts";
import { aStockedPart } from "#tests/orders.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";

const open = share(
  async () => {
    const shop = await startShop({});
    await addArden(shop.databaseUrl);
    const types = ["brake-discs", "brake-pads", "brake-calipers", "brake-hoses"];
    await addPartTypes(
      shop.shop.db,
      types.map((slug) => aPartType({ slug, name: slug.replace("-", " ") })),
    );
    return { shop, admin: await signUpAdmin(shop) };
  },
  ({ shop }) => shop.stop(),
);

const aLine = (type: string, over = {}) => ({
  type,
  scope: "axle",
  need: "always",
  why: "Both sides wear alike",
  ...over,
});

const aRepair = (over = {}) => ({
  name: "Front brakes",
  slug: `brakes-${crypto.randomUUID().slice(0, 8)}`,
  note: "",
  axle: "front",
  lines: [aLine("brake-discs"), aLine("brake-pads")],
  ...over,
});

async function openParts() {
  const { shop, admin } = await open();
  const vehicle = (await shop.get("/api/vehicles/corvane/arden/2014")).body as VehiclePage;
  const car = { vehicle: vehicle.id, known: [] as object[] };
  const engine = { fact: "engine", any: [vehicle.facts[0]?.values[0]?.id ?? 0] };
  const addPart = async (type: string, over: Record<string, unknown>, more = {}) => {
    const part = await aStockedPart(shop, {
      name: `${type} ${crypto.randomUUID()}`,
      type,
      ...more,
    });
    const given = { ...anApplication(), ...over };
    const added = await admin.send("POST", `/api/parts/${part.id}/applications`, given);
    expect(added.status).toBe(200);
    return part;
  };
  const add = async (over = {}) => {
    const { status, body } = await admin.send("POST", "/api/repairs", aRepair(over));
    expect([status, body]).toEqual([200, expect.anything()]);
    return body as Repair;
  };
  const plan = async ({ slug }: Repair, known: object[] = []) =>
    (await shop.send("POST", `/api/repairs/${slug}/plan`, { ...car, known })).body as RepairPlan;
  const check = async (lines: { part: string; quantity: number }[], known: object[] = []) =>
    (await shop.send("POST", "/api/repairs/check", { ...car, known, lines })).body as {
      slug: string;
      lacks: { type: { slug: string }; add: object | null; has: number; pieces: number }[];
    }[];
  return { shop, admin, engine, addPart, add, plan, check };
}

it("a job names for a car what surely fits, per place and quantity, of its axle, and asks the rest", async () => {
  const { engine, addPart, add, plan } = await openParts();
  const disc = await addPart("brake-discs", { position: "Front", quantity: 2 });
  await addPart("brake-discs", { position: "Rear", quantity: 2 });
  const pads = await addPart(
    "brake-pads",
    { position: "Front", quantity: 4, terms: [engine] },
    { packOf: 4 },
  );
  const repair = await add({
    lines: [aLine("brake-discs"), aLine("brake-pads"), aLine("brake-calipers", { need: "check" })],
  });
  const before = await plan(repair);
  const slot = { position: "Front", options: [{ part: disc.id, pieces: 2, units: 2 }] };
  expect(before.lines).toMatchObject([
    { type: { slug: "brake-discs" }, slots: [slot], open: 0 },
    { type: { slug: "brake-pads" }, slots: [], open: 1 },
    { type: { slug: "brake-calipers" }, slots: [], open: 0, need: "check" },
  ]);
  expect(before.question).toMatchObject({ fact: "engine" });
  const after = await plan(repair, [engine]);
  expect(after.lines[1]).toMatchObject({
    slots: [{ position: "Front", options: [{ part: pads.id, pieces: 4, packOf: 4, units: 1 }] }],
  });
});

it("a job on one axle asks nothing that only the other one needs", async () => {
  const { engine, addPart, add, plan } = await openParts();
  const front = { position: "Front", quantity: 2 };
  const rear = { position: "Rear", quantity: 2, terms: [engine] };
  await addPart("brake-hoses", { ...front, label: "F" });
  await addPart("brake-hoses", { ...rear, label: "R" });
  const repair = await add({ lines: [aLine("brake-hoses")] });
  const { lines, question, items } = await plan(repair);
  expect(lines).toMatchObject([{ slots: [{ position: "Front" }], open: 0 }]);
  expect(question).toBeNull();
  expect(items.filter(({ verdict }) => verdict.says !== "yes")).toEqual([]);
});

it("a basket is told what its jobs lack, never of jobs it does not begin, and not of what it has", async () => {
  const { addPart, add, check } = await openParts();
  const disc = await addPart("brake-discs", { position: "Front", quantity: 2, label: "A" });
  const pads = await addPart("brake-pads", { position: "Front", quantity: 1, label: "A" });
  const { slug } = await add();
  const lacksOf = async (lines: { part: string; quantity: number }[]) =>
    (await check(lines)).find((one) => one.slug === slug)?.lacks;
  expect(await lacksOf([{ part: crypto.randomUUID(), quantity: 1 }])).toBeUndefined();
  const one = await lacksOf([{ part: disc.id, quantity: 1 }]);
  expect(one).toMatchObject([
    { type: { slug: "brake-discs" }, has: 1, pieces: 2, add: { quantity: expect.any(Number) } },
    { type: { slug: "brake-pads" }, has: 0 },
  ]);
  expect(
    await lacksOf([
      { part: disc.id, quantity: 2 },
      { part: pads.id, quantity: 2 },
    ]),
  ).toBeUndefined();
});

it("a part of two types is planned, and counts in a basket, under both", async () => {
  const { admin, addPart, add, plan, check } = await openParts();
  const bolt = await addPart("brake-calipers", { position: "Front", quantity: 2, label: "B" });
  const pads = await addPart("brake-pads", { position: "Front", quantity: 1, label: "B" });
  await admin.send("PATCH", `/api/parts/${bolt.id}`, { furtherTypes: ["brake-discs"] });
  const repair = await add();
  const { lines } = await plan(repair);
  const discs = lines.find(({ type }) => type.slug === "brake-discs");
  expect(discs?.slots.flatMap(({ options }) => options)).toContainEqual(
    expect.objectContaining({ part: bolt.id, pieces: 2 }),
  );
  const basket = [bolt, pads].map(({ id }) => ({ part: id, quantity: 2 }));
  expect((await check(basket)).find(({ slug }) => slug === repair.slug)).toBeUndefined();
});

it("of packs as many are planned as the pieces need, though some are left over", async () => {
  const { addPart, add, plan } = await openParts();
  const three = await addPart(
    "brake-pads",
    { position: "Front", quantity: 3, label: "3" },
    { packOf: 2 },
  );
  const two = await addPart(
    "brake-pads",
    { position: "Front", quantity: 2, label: "2" },
    { packOf: 2 },
  );
  const [line] = (await plan(await add({ lines: [aLine("brake-pads")] }))).lines;
  const options = line?.slots.flatMap((slot) => slot.options);
  const optionOf = (id: string) => options?.find(({ part }) => part === id);
  expect(optionOf(three.id)).toMatchObject({ pieces: 3, packOf: 2, units: 2 });
  expect(optionOf(two.id)).toMatchObject({ pieces: 2, packOf: 2, units: 1 });
});

it("a kit counts for what is in it, whether that is sold alone or not", async () => {
  const { shop, admin, addPart, add, check } = await openParts();
  const disc = await addPart("brake-discs", { position: "Front", quantity: 2, label: "K" });
  const pads = await addPart("brake-pads", { position: "Front", quantity: 1, label: "K" });
  const kit = await aStockedPart(shop, { name: "Kit" });
  const set = await aStockedPart(shop, { name: "Set of kits" });
  const { slug } = await add();
  const contain = (id: string, ...components: object[]) =>
    admin.send("PATCH", `/api/parts/${id}`, { components });
  const lacks = async (...lines: { part: string; quantity: number }[]) =>
    (await check(lines)).find((one) => one.slug === slug)?.lacks;
  const only = { part: disc.id, quantity: 1, soldAlone: false };
  expect((await contain(kit.id, only, { part: pads.id })).status).toBe(200);
  expect(await lacks({ part: kit.id, quantity: 1 })).toMatchObject([
    { type: { slug: "brake-discs" }, has: 1, pieces: 2 },
  ]);
  expect(await lacks({ part: kit.id, quantity: 2 })).toBeUndefined();
  await contain(set.id, { part: kit.id, quantity: 2 });
  expect(await lacks({ part: set.id, quantity: 1 })).toBeUndefined();
  await contain(kit.id, { ...only, quantity: 2 });
  expect(await lacks({ part: kit.id, quantity: 1 })).toMatchObject([
    { type: { slug: "brake-pads" }, has: 0, add: { quantity: expect.any(Number) } },
  ]);
});

it("what a job needs of one side is one piece; of each wheel it is all of them", async () => {
  const { addPart, add, check } = await openParts();
  const both = { position: "Front", quantity: 2, label: "B" };
  const disc = await addPart("brake-discs", both);
  const caliper = await addPart("brake-calipers", both);
  const { slug } = await add({
    lines: [aLine("brake-discs", { scope: "side" }), aLine("brake-calipers", { scope: "wheel" })],
  });
  const lacks = async (discs: number, calipers: number) => {
    const lines = [
      { part: disc.id, quantity: discs },
      { part: caliper.id, quantity: calipers },
    ];
    const job = (await check(lines)).find((one) => one.slug === slug);
    return job?.lacks.map(({ type, has, pieces }) => [type.slug, has, pieces]) ?? [];
  };
  expect(await lacks(1, 1)).toEqual([["brake-calipers", 1, 2]]);
  expect(await lacks(1, 2)).toEqual([]);
});

it("a job is added, changed and deleted by the catalogue's admins, with refusals at their fields", async () => {
  const { shop, admin, add } = await openParts();
  const repair = await add();
  const at = `/api/repairs/${repair.slug}`;
  expect((await shop.get(at)).body).toEqual(repair);
  expect((await shop.get("/api/repairs")).body).toContainEqual(repair);
  const edited = await admin.send("PATCH", at, { version: 1, note: "On a lift" });
  expect(edited).toMatchObject({ status: 200, body: { note: "On a lift", version: 2 } });
  expect(await admin.send("PATCH", at, { version: 1, note: "" })).toMatchObject({ status: 409 });
  expect((await admin.send("PATCH", at, { note: "On a lift" })).body).toMatchObject({ version: 2 });
  for (const [given, field] of [
    [aRepair({ lines: [] }), "lines"],
    [aRepair({ lines: [aLine("hovercraft")] }), "lines.0.type"],
    [aRepair({ lines: [aLine("brake-pads"), aLine("brake-pads")] }), "lines.1.type"],
    [aRepair({ name: " " }), "name"],
    [aRepair({ axle: "middle" }), "axle"],
    [aRepair({ slug: repair.slug }), "slug"],
  ] as const) {
    const { body } = await admin.send("POST", "/api/repairs", given);
    expect(body).toMatchObject({ error: { fields: { [field]: expect.any(String) } } });
  }
  const buyer = await signUp(shop);
  expect((await buyer.send("DELETE", at)).status).toBe(403);
  expect((await admin.send("DELETE", at)).status).toBe(200);
  expect((await shop.get(at)).status).toBe(404);
  expect((await admin.send("DELETE", at)).status).toBe(404);
});
