import { expect, it } from "vitest";
import type { Application, FitDeclaration } from "#contract/applications.ts";
import type { AuditEntry } from "#contract/audit.ts";
import type { ListedVehicles, PartPage } from "#contract/catalog.ts";
import type { VehiclePage } from "#contract/fitment.ts";
import type { Overview } from "#contract/overview.ts";
import { aPart } from "#seed/builders.ts";
import { addArden, anApplication, anArden } from "#tests/builders/vehicle.ts";
import { checkFile, listFindings } from "#tests/imports.ts";
import { share, startShop } from "#tests/open-shop.ts";
import { waitForLetter } from "#tests/outbox.ts";
import { type SignedIn, signUp, signUpAdmin } from "#tests/people.ts";

const openArden = share(
  async () => {
    const shop = await startShop({});
    await addArden(shop.databaseUrl);
    return shop;
  },
  ({ stop }) => stop(),
);

async function openPart() {
  const shop = await openArden();
  const admin = await signUpAdmin(shop);
  const { body } = await admin.send("POST", "/api/parts", aPart({ type: anArden.type }));
  const { insertedId: part } = body as { insertedId: string };
  const car = (await shop.get("/api/vehicles/corvane/arden/2014")).body as VehiclePage;
  const engine = (label: string) =>
    car.facts[0]?.values.find((value) => value.label === label)?.id ?? 0;
  const verdict = async (known: object[] = []) => {
    const asked = { vehicle: car.id, known, parts: [part] };
    const { body } = await shop.send("POST", "/api/fit", asked);
    return (body as { items: { verdict: { says: string } }[] }).items[0]?.verdict.says;
  };
  const applications = `/api/parts/${part}/applications`;
  const list = async () => (await admin.get(applications)).body as Application[];
  const add = (over = {}) => admin.send("POST", applications, anApplication(over));
  return { shop, admin, part, engine, verdict, list, add };
}

async function undoLatest(admin: SignedIn, part: string) {
  const [latest] = (await admin.get(`/api/audit?about=${part}&limit=1`)).body as AuditEntry[];
  return { latest, ...(await admin.send("POST", `/api/undo/${latest?._id}`)) };
}

it("a vehicle that was asked for without a part is counted on the overview", async () => {
  const { shop, admin, add } = await openPart();
  const car = (await shop.get("/api/vehicles/corvane/arden/2014")).body as VehiclePage;
  const ask = () => shop.send("POST", "/api/fit/count", { vehicle: car.id, known: [] });
  expect((await ask()).body).toMatchObject({ fit: 0, oneMore: 0 });
  await ask();
  const added = (await add()).body as Application;
  expect((await ask()).body).toMatchObject({ fit: 1 });
  const { missedVehicles } = (await admin.get("/api/overview")).body as Overview;
  expect(missedVehicles).toMatchObject([
    { make: { name: "Corvane" }, model: { name: "Arden" }, year: 2014, count: 2 },
  ]);
  await admin.send("DELETE", `/api/applications/${added._id}`, { version: 1 });
});

it("an application is added, changed and deleted, each with its effect, and each can be undone", async () => {
  const { admin, part, engine, verdict, list, add } = await openPart();
  expect(await verdict()).toBe("not-known");
  const only = [{ fact: "engine", any: [engine("2.0")] }];
  const added = await add({ terms: only, position: "Front", quantity: 2 });
  expect(added).toMatchObject({
    status: 200,
    body: { vehicles: "Corvane Arden", version: 1, from: 2014, to: 2014, terms: only },
  });
  const { _id: id } = added.body as Application;
  expect(await verdict()).toBe("yes-if");
  expect(await verdict(only)).toBe("yes");

  const edit = (change: object) => admin.send("PATCH", `/api/applications/${id}`, change);
  expect((await edit({ terms: [], version: 1 })).body).toMatchObject({ version: 2, terms: [] });
  expect(await verdict()).toBe("yes");
  expect(await edit({ remark: "Vented", version: 1 })).toMatchObject({
    status: 409,
    body: { error: { present: { version: 2 } } },
  });
  const { latest } = await undoLatest(admin, part);
  expect(latest).toMatchObject({
    action: "edit-application",
    before: { vehicles: "Corvane Arden, 2014, engine 2.0, Front: 2" },
    after: { vehicles: "Corvane Arden, 2014, Front: 2" },
  });
  expect(await verdict()).toBe("yes-if");

  await edit({ heldBecause: "Three came back" });
  expect(await verdict(only)).toBe("not-known");
  expect(await list()).toMatchObject([{ heldBecause: "Three came back" }]);
  const before = await list();
  expect((await admin.send("DELETE", `/api/applications/${id}`)).status).toBe(200);
  expect(await list()).toEqual([]);
  await undoLatest(admin, part);
  expect(await list()).toEqual([{ ...before[0], version: 1 }]);
  expect((await admin.get(`/api/vehicles/corvane/arden/2014`)).body).toMatchObject({
    types: [{ slug: anArden.type, parts: expect.any(Number) }],
  });
});

it("silence is no only where all vehicles are listed, and that can be undone", async () => {
  const { admin, part, verdict } = await openPart();
  const path = `/api/parts/${part}/fit-declaration`;
  const declare = (universal: boolean, listsAllVehicles: boolean) =>
    admin.send("PUT", path, { universal, listsAllVehicles });
  expect((await declare(false, true)).body).toMatchObject({ listsAllVehicles: true });
  expect(await verdict()).toBe("no");
  expect((await declare(true, true)).status).toBe(400);
  await undoLatest(admin, part);
  expect(await verdict()).toBe("not-known");
  expect((await admin.get(path)).body as FitDeclaration).toMatchObject({ applications: 0 });
});

it.each([
  [{ model: "corvane/none" }, "model", "We have no such model"],
  [{ from: 2015, to: 2014 }, "to", "The last year is before the first one"],
  [{ from: 2016, to: 2017 }, "from", "We have Corvane Arden of 2014 only"],
  [{ terms: [{ fact: "horn", any: [1] }] }, "terms", "There is no fact “horn”"],
  [{ terms: [{ fact: "engine", any: [] }] }, "terms", "Which engine? Choose at least one answer"],
  [
    { terms: [{ fact: "engine", any: [9_999] }] },
    "terms",
    "Which engine? One of these answers is not known",
  ],
  [{ quantity: 100 }, "quantity", "Must be 1 to 99"],
])("%j is refused at its field", async (over, field, message) => {
  const { add, list } = await openPart();
  expect(await add(over)).toMatchObject({
    status: 400,
    body: { error: { fields: { [field]: expect.stringContaining(message) } } },
  });
  expect(await list()).toEqual([]);
});

it("no line is there twice, none says what was never built, and only admins see them", async () => {
  const { shop, admin, part, engine, add, list } = await openPart();
  expect((await add()).status).toBe(200);
  expect(await add()).toMatchObject({ status: 409 });
  const engines = ["1.6", "2.0"].map((label) => engine(label));
  const other = await add({ terms: [{ fact: "engine", none: engines }] });
  expect(other).toMatchObject({
    status: 400,
    body: { error: { fields: { terms: "No Corvane Arden of these years was built so" } } },
  });
  expect(await add({ position: "Driver's side" })).toMatchObject({
    status: 400,
    body: { error: { fields: { position: expect.stringMatching(/^Write Left or Right/) } } },
  });
  expect(await list()).toHaveLength(1);
  const vera = await signUp(shop);
  expect((await vera.get(`/api/parts/${part}/applications`)).status).toBe(403);
  expect((await admin.get("/api/fit-words")).body).toMatchObject({
    facts: [{ key: "engine", values: [{ label: "1.6" }, { label: "2.0" }] }],
  });
});

it("applications move with the type of their product, which stays while there are some", async () => {
  const { shop, admin, part, add } = await openPart();
  const slug = `type-${part}`;
  const other = await admin.send("POST", "/api/part-types", { name: slug, parent: null, slug });
  expect(other.status).toBe(200);
  await add();
  const ofType = async (type: string) => {
    const { body } = await shop.get(`/api/vehicles/corvane/arden/2014/${type}`);
    return (body as { parts: { _id: string }[] }).parts.some(({ _id }) => _id === part);
  };
  const countOf = async (type: string) => {
    const { types } = (await shop.get("/api/vehicles/corvane/arden/2014")).body as VehiclePage;
    return types.find((one) => one.slug === type)?.parts ?? 0;
  };
  const before = await countOf(anArden.type);
  expect([await ofType(anArden.type), await ofType(slug)]).toEqual([true, false]);
  expect((await admin.send("PATCH", `/api/parts/${part}`, { type: slug })).status).toBe(200);
  expect([await ofType(anArden.type), await ofType(slug)]).toEqual([false, true]);
  expect([await countOf(anArden.type), await countOf(slug)]).toEqual([before - 1, 1]);
  expect(await admin.send("PATCH", `/api/parts/${part}`, { type: null })).toMatchObject({
    status: 409,
    body: { error: { fields: { type: expect.any(String) } } },
  });
  const select = { ids: [part] };
  const request = { select, change: { type: null } };
  expect((await admin.send("POST", "/api/bulk-edits/preview", request)).body).toMatchObject({
    changing: 0,
    problems: [{ problem: "Vehicles are listed for this product, so it needs a type" }],
  });
  const { number } = (await shop.get(`/api/parts/${part}`)).body as PartPage;
  const checked = await checkFile(admin, "parts", `part,type\n${number},\n`);
  expect(await listFindings(admin, checked)).toMatchObject([{ line: 2, grade: "line" }]);
});

it("all cars of a part are listed, a hundred at once", async () => {
  const { shop, admin, part, add } = await openPart();
  for (let at = 0; at < 103; at++) await add({ label: `Line ${at}`, remark: `Remark ${at}` });
  const { vehicles } = (await shop.get(`/api/parts/${part}`)).body as PartPage;
  expect([vehicles.lines.length, vehicles.more]).toEqual([100, 3]);
  const rest = (await shop.get(`/api/parts/${part}/fits?after=${vehicles.next}`))
    .body as ListedVehicles;
  expect([rest.more, rest.next]).toEqual([0, null]);
  const remarks = [...vehicles.lines, ...rest.lines].map(({ only }) => only);
  expect(new Set(remarks).size).toBe(103);
  expect((await shop.get(`/api/parts/${crypto.randomUUID()}/fits`)).status).toBe(404);
  expect((await shop.get(`/api/parts/${part}/fits`)).status).toBe(200);
  await admin.send("DELETE", `/api/parts/${part}`);
  expect((await shop.get(`/api/parts/${part}/fits`)).status).toBe(404);
});

it("the shop is asked whether a part fits, by a letter with part, car and what is known", async () => {
  const { shop, admin, part, engine } = await openPart();
  const car = (await shop.get("/api/vehicles/corvane/arden/2014")).body as VehiclePage;
  const known = [{ fact: "engine", any: [engine("2.0")] }];
  const question = { vehicle: car.id, known, part };
  const ask = (more = {}) => shop.send("POST", "/api/fit/ask", { ...question, ...more });
  expect(await ask()).toMatchObject({
    status: 400,
    body: { error: { fields: { email: "Email is Required" } } },
  });
  expect(await ask({ part: crypto.randomUUID(), email: "vera@example.com" })).toMatchObject({
    status: 404,
  });
  expect(await ask({ email: "vera@example.com" })).toMatchObject({ status: 200 });
  const letter = await waitForLetter(shop, 1, { email: admin.email });
  expect(letter).toMatch(/^Subject: Does PW-\d+ fit\? A question about a 2014 Corvane Arden$/m);
  for (const said of ["engine 2.0", "vera@example.com", `${shop.url}/part/PW-`]) {
    expect(letter).toContain(said);
  }
  const buyer = await signUp(shop);
  expect((await buyer.send("POST", "/api/fit/ask", question)).status).toBe(200);
  expect(await waitForLetter(shop, 2, { email: admin.email })).toContain(buyer.email);
  const answers = [];
  for (let at = 0; at < 10; at++) answers.push((await ask({ email: `v${at}@example.com` })).status);
  expect(answers.at(-1)).toBe(429);
});
