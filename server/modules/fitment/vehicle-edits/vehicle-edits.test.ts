// Vehicles that admins add, rename and change, and what codes in files mean.
import { expect, it } from "vitest";
import type { AuditEntry } from "#contract/audit.ts";
import type { VehiclePage } from "#contract/fitment.ts";
import { aPart, aPartType } from "#seed/builders.ts";
import { addTessaro } from "#tests/builders/vehicle.ts";
import { checkFile, exportFile, importFile, listFindings } from "#tests/imports.ts";
import { share, startShop } from "#tests/open-shop.ts";
import { type SignedIn, signUpAdmin } from "#tests/people.ts";

const open = share(
  async () => {
    const parts = ["D-1", "D-2"].map((number) =>
      aPart({ number, type: "discs", minimumQuantity: 0 }),
    );
    const types = ["discs", "pads"].map((slug) => aPartType({ slug, name: `Brake ${slug}` }));
    const shop = await startShop({ types });
    await addTessaro(shop.databaseUrl);
    const admin = await signUpAdmin(shop);
    for (const part of parts) await admin.send("POST", "/api/parts", part);
    return { shop, admin };
  },
  ({ shop }) => shop.stop(),
);

const change = (admin: SignedIn, body: object) => admin.send("POST", "/api/vehicle-changes", body);

const undo = (admin: SignedIn, id: string | undefined) => admin.send("POST", `/api/undo/${id}`);

async function findLast(admin: SignedIn) {
  const { body } = await admin.get("/api/audit");
  return (body as AuditEntry[])[0]?._id;
}

const undoLast = async (admin: SignedIn) => undo(admin, await findLast(admin));

const aCar = {
  what: "car",
  make: "Tessaro",
  model: "Vero",
  year: 2017,
  built: null,
  combinations: ["engine=2.0; drive=All"],
};

it("a year that is added is judged as its combinations say, and is taken away by the undo", async () => {
  const { shop, admin } = await open();
  await importFile(
    admin,
    "applications",
    "part,make,model,year_from,year_to,conditions\nD-1,Tessaro,Vero,2016,2016,engine=2.0\n",
  );
  expect(await change(admin, { ...aCar, combinations: ["engine=2.0; drive=Both"] })).toMatchObject({
    status: 400,
    body: { error: { fields: { combinations: expect.stringContaining("no answer “Both”") } } },
  });
  expect(await change(admin, { ...aCar, combinations: ["engine=1.6|2.0"] })).toMatchObject({
    status: 400,
  });
  expect(await change(admin, aCar)).toEqual({
    status: 200,
    body: { make: "tessaro", model: "vero" },
  });
  const path = "/api/vehicles/tessaro/vero/2017";
  expect((await shop.get(path)).body).toMatchObject({ combinations: [{}], types: [] });
  const grown =
    "part,make,model,year_from,year_to,conditions\nD-1,Tessaro,Vero,2017,2017,engine=1.6";
  expect(await listFindings(admin, await checkFile(admin, "applications", grown))).toContainEqual(
    expect.objectContaining({ what: "No Tessaro Vero of these years was built so" }),
  );
  await importFile(admin, "applications", grown.replace("=1.6", "=2.0"));
  await expect
    .poll(async () => (await shop.get(path)).body)
    .toMatchObject({ types: [{ slug: "discs", parts: 1 }] });
  const car = (await shop.get(path)).body as VehiclePage;
  const { body: part } = await shop.get("/api/parts/D-1");
  const parts = [(part as { _id: string })._id];
  const judged = await shop.send("POST", "/api/fit", { vehicle: car.id, known: [], parts });
  expect(judged.body).toMatchObject({ items: [{ verdict: { says: "yes" } }] });
  const built = { from: "2016-08-01", to: "2017-07-31" };
  await change(admin, { ...aCar, built, combinations: [...aCar.combinations, "engine=1.6"] });
  expect((await admin.get("/api/vehicle-changes/tessaro/vero/2017")).body).toEqual({
    built,
    combinations: ["drive=All; engine=2.0", "engine=1.6"],
  });
  expect((await undoLast(admin)).status).toBe(200);
  expect((await shop.get(path)).body).toMatchObject({ built: null, combinations: [{}] });
});

it("a make and a model of new names come and go with their first year", async () => {
  const { shop, admin } = await open();
  const ostkamp = { ...aCar, make: "Ostkamp", model: "Kar 1" };
  await change(admin, ostkamp);
  expect((await shop.get("/api/vehicles/ostkamp/kar-1")).body).toMatchObject({ name: "Kar 1" });
  expect((await undoLast(admin)).status).toBe(200);
  expect((await shop.get("/api/vehicles/ostkamp")).status).toBe(404);
  const removal = await findLast(admin);
  expect((await undo(admin, removal)).status).toBe(200);
  const restoration = await findLast(admin);
  await change(admin, { ...ostkamp, combinations: ["engine=1.6"] });
  expect((await undo(admin, removal)).status).toBe(409);
  expect((await admin.get("/api/vehicle-changes/ostkamp/kar-1/2017")).body).toMatchObject({
    combinations: ["engine=1.6"],
  });
  await undoLast(admin);
  expect((await undo(admin, restoration)).status).toBe(200);
  expect((await shop.get("/api/vehicles/ostkamp")).status).toBe(404);
});

it("a renamed make or model is found at its earlier addresses, until the undo", async () => {
  const { shop, admin } = await open();
  await change(admin, { what: "model", make: "tessaro", model: "lido", name: "Lido II" });
  await change(admin, { what: "make", make: "tessaro", name: "Tessaro Cars" });
  const answer = async (path: string) => {
    const response = await shop.request(path, { redirect: "manual" });
    return [response.status, response.headers.get("location")];
  };
  expect(await answer("/fit/tessaro/lido/2014")).toEqual([301, "/fit/tessaro-cars/lido-ii/2014"]);
  expect(await answer("/fit/tessaro")).toEqual([301, "/fit/tessaro-cars"]);
  expect((await answer("/fit/tessaro-cars/lido-ii/2014"))[0]).toBe(200);
  // Added under the names from before, it is theirs.
  expect((await change(admin, { ...aCar, model: "Lido", year: 2019 })).body).toEqual({
    make: "tessaro-cars",
    model: "lido-ii",
  });
  expect((await undoLast(admin)).status).toBe(200);
  const { body: log } = await admin.get("/api/audit");
  expect((log as AuditEntry[])[0]).toMatchObject({ action: "change-vehicles" });
  const clash = { ...aCar, make: "Ostkamp", model: "Rad" };
  await change(admin, clash);
  expect(await change(admin, { what: "make", make: "ostkamp", name: "Tessaro" })).toMatchObject({
    status: 409,
  });
  await undoLast(admin);
  await change(admin, { what: "make", make: "tessaro-cars", name: "Tessaro" });
  await change(admin, { what: "model", make: "tessaro", model: "lido-ii", name: "Lido" });
  expect((await answer("/fit/tessaro/lido/2014"))[0]).toBe(200);
  expect(await answer("/fit/tessaro-cars/lido-ii")).toEqual([301, "/fit/tessaro/lido"]);
  expect((await undoLast(admin)).status).toBe(200);
  expect((await answer("/fit/tessaro/lido-ii/2014"))[0]).toBe(200);
  expect((await undoLast(admin)).status).toBe(200);
  expect((await answer("/fit/tessaro/lido/2014"))[0]).toBe(200);
});

it("facts are added and changed; an answer that is in use stays", async () => {
  const { admin } = await open();
  const fact = {
    what: "fact",
    key: "engine",
    kind: "choice",
    question: "Which motor?",
    whereToLook: "Under the bonnet",
    effort: 3,
    unit: null,
  };
  const answers = [
    { slug: "1-6", label: "1.6" },
    { slug: "2-0", label: "2.0" },
    { slug: null, label: "2.0 T" },
  ];
  expect((await change(admin, { ...fact, answers })).status).toBe(200);
  const listed = (await admin.get("/api/vehicle-facts")).body as { key: string }[];
  expect(listed.find(({ key }) => key === "engine")).toMatchObject({
    question: "Which motor?",
    answers: [...answers.slice(0, 2), { slug: "2-0-t", label: "2.0 T" }],
  });
  expect(await change(admin, { ...fact, answers: answers.slice(1) })).toMatchObject({
    status: 400,
    body: { error: { fields: { answers: "An answer that is in use must stay" } } },
  });
  expect(await change(admin, { ...fact, kind: "date", answers: [] })).toMatchObject({
    status: 400,
  });
  expect((await undoLast(admin)).status).toBe(200);
  const again = (await admin.get("/api/vehicle-facts")).body as { key: string }[];
  expect(again.find(({ key }) => key === "engine")).toMatchObject({ question: "Which engine?" });
  await change(admin, { ...fact, key: "motor", answers: [] });
  await undoLast(admin);
  const removal = await findLast(admin);
  expect((await undo(admin, removal)).status).toBe(200);
  expect((await undo(admin, removal)).status).toBe(409);
});

it("what a note means is said once, and used by later imports, to the last day of a month", async () => {
  const { admin } = await open();
  const file =
    "part,make,model,year_from,position,note\nD-2,Tessaro,Vero,2014,Frnt,\nD-2,Tessaro,Vero,2015,,to 10/2014\n";
  const checked = await checkFile(admin, "applications", file);
  const { body } = await admin.get(`/api/imports/${checked._id}/findings`);
  expect(body).toMatchObject([
    { line: 2, asks: { source: "Position", code: "Frnt", proposal: "" } },
    { line: 3, asks: { source: "Note", code: "to 10/2014", proposal: "built=..2014-10-31" } },
    { grade: "info" },
  ]);
  const empty = { make: "", model: "", year: "", conditions: "", position: "", type: "" };
  const say = (meaning: object) =>
    admin.send("POST", "/api/vehicle-codes", { ...empty, ...meaning });
  expect(await say({ source: "Note", code: "to 10/2014", conditions: "horn=1" })).toMatchObject({
    status: 400,
  });
  const note = { source: "Note", code: "to 10/2014", conditions: "built=..2014-10-31" };
  expect((await say(note)).status).toBe(200);
  expect((await say({ source: "Position", code: "Frnt", position: "Front" })).status).toBe(200);
  const again = await checkFile(admin, "applications", file);
  expect((await listFindings(admin, again)).filter(({ grade }) => grade !== "info")).toEqual([
    { line: 3, grade: "line", what: "The note “to 10/2014” leaves out some cars" },
  ]);
  expect(await exportFile(admin, "aliases")).toContain("Position,Frnt,,,,,Front,");
  expect((await undoLast(admin)).status).toBe(200);
  expect(await exportFile(admin, "aliases")).not.toContain("Frnt");
});
