// What a file says against lines that are there and stay, and what cannot be meant at all.
import { expect, it } from "vitest";
import type { Application } from "#contract/applications.ts";
import type { Part } from "#contract/catalog.ts";
import type { VehiclePage } from "#contract/fitment.ts";
import type { NewPart } from "#contract/part-edits.ts";
import { aPart, aPartType } from "#seed/builders.ts";
import { addParts } from "#server/modules/catalog/add-parts.ts";
import { countBlocked, whileLocked } from "#tests/builders/lock.ts";
import { addElm, addTessaro, respellConditions } from "#tests/builders/vehicle.ts";
import {
  applyImport,
  checkFile,
  exportFile,
  importFile,
  listFindings,
  undoImport,
  waitForImport,
} from "#tests/imports.ts";
import { share, startShop } from "#tests/open-shop.ts";
import { type SignedIn, signUp, signUpAdmin } from "#tests/people.ts";

const columns = "part,make,model,year_from,year_to,conditions,position,quantity";
const toFile = (lines: readonly string[]) => [columns, ...lines].join("\n");

const open = share(
  async () => {
    const shop = await startShop({
      types: ["discs", "hoses"].map((slug) => aPartType({ slug, name: slug })),
    });
    await addTessaro(shop.databaseUrl);
    await addElm(shop.databaseUrl);
    const of = (number: string, more: Partial<NewPart> = {}) =>
      aPart({ number, type: "discs", minimumQuantity: 0, ...more });
    await addParts(shop.shop.db, [of("D-1"), of("D-2"), of("D-3"), of("H-1", { type: "hoses" })]);
    const admin = await signUpAdmin(shop);
    await importFile(
      admin,
      "applications",
      toFile([
        "D-1,Tessaro,Vero,2012,2013,,Front,2",
        "D-1,Tessaro,Vero,2012,2013,,Rear,2",
        "D-1,Tessaro,Lido,2012,2013,engine=1.6,,1",
        "H-1,Tessaro,Vero,2012,2012,,Left,1",
        "H-1,Tessaro,Vero,2012,2012,,Right,1",
      ]),
    );
    return { shop, admin };
  },
  ({ shop }) => shop.stop(),
);

async function findIn(admin: SignedIn, lines: readonly string[]) {
  const checked = await checkFile(admin, "applications", toFile(lines));
  const findings = await listFindings(admin, checked);
  return findings
    .filter(({ grade }) => grade !== "info")
    .map(({ line, grade, what }) => `${line} ${grade}: ${what}`);
}

it("compares lines with those that stay, and not with those that they replace", async () => {
  const { admin } = await open();
  expect(
    await findIn(admin, [
      "D-1,Tessaro,Vero,2013,2014,,Front,4",
      "D-2,Tessaro,Vero,2012,2012,,Rear,2",
      "D-2,Tessaro,Lido,2012,2012,,,1",
      "D-3,Tessaro,Lido,2013,2013,drive=All,,1",
      "D-1,Tessaro,Vero,2015,2016,,Rear,2",
    ]),
  ).toEqual([
    "2 line: A line of the part that stays says another number of pieces for some of these cars",
    "3 confirm: D-1 is for the same cars and the same position, and no label tells them apart",
    "4 confirm: A line of D-1 that stays has a condition on engine for the same cars, this line has none",
    "5 confirm: This line goes by drive, a line of D-1 that stays by engine, for the same cars",
    "6 confirm: 2014 is left out between this line and another one of the part",
  ]);
  expect(await findIn(admin, ["D-1,Tessaro,Vero,2012,2013,,Front,4"])).toEqual([]);
  const gap = await findIn(admin, ["D-1,Tessaro,Lido,2015,2016,engine=1.6,,1"]);
  expect(gap).toEqual([
    "2 confirm: 2014 is left out between this line and another one of the part",
  ]);
  expect(await findIn(admin, ["H-1,Tessaro,Lido,2012,2012,,Left,1"])).toEqual([
    "2 confirm: hoses have “left” for this model, but none has “right”",
  ]);
});

it("refuses what cannot be: a position that we do not have, dates, and cells that are too long", async () => {
  const { admin } = await open();
  const found = await findIn(admin, [
    "D-2,Tessaro,Vero,2012,2012,,Frnt,2",
    "D-2,Bramwick,Elm,2014,2014,built=2014-09-01..,,2",
    "D-2,Bramwick,Elm,2014,2014,built=2014-06-01..2014-05-01,,2",
    `D-2,Tessaro,Vero,2012,2012,,${"x".repeat(81)},2`,
    "D-2,Tessaro,Vero,2013,2012,,,2",
    "D-2,Bramwick,Elm,2014,2014,built=2014-08-31..,upper,2",
  ]);
  expect(found).toEqual([
    "2 line: We have no position “Frnt”",
    "3 line: No Bramwick Elm of these years was built so",
    "4 line: When was it built? The last day is before the first one",
    "5 line: The position is longer than 80 characters",
    "6 line: The last year is before the first one",
  ]);
  const numbers = await checkFile(admin, "numbers", "part,kind,brand,number\nD-1,oe,Haldren,7-\n");
  expect(await listFindings(admin, numbers)).toMatchObject([{ line: 2, grade: "line" }]);
});

it("knows a line again, however its position and its serial numbers are written", async () => {
  const { admin } = await open();
  const before = await exportFile(admin, "applications");
  const words = { question: "Which serial number?", whereToLook: "", effort: 3, unit: null };
  const serial = { what: "fact", key: "serial", kind: "serial", ...words, answers: [] };
  expect((await admin.send("POST", "/api/vehicle-changes", serial)).status).toBe(200);
  const meaning = { make: "", model: "", year: "", conditions: "", position: "Front", type: "" };
  const code = { source: "Position", code: "Fr.", ...meaning };
  expect((await admin.send("POST", "/api/vehicle-codes", code)).status).toBe(200);
  const lines = [
    "D-3,Tessaro,Vero,2016,2016,serial=V8:080001..,Fr.,2",
    "D-3,Tessaro,Lido,2016,2016,serial=V8,,2",
  ];
  const applied = await importFile(admin, "applications", toFile(lines));
  const again = await checkFile(admin, "applications", toFile(lines));
  expect(again.counts).toMatchObject({ same: 2, new: 0, refused: 0 });
  const twice = await findIn(admin, [
    ...lines,
    "D-3,Tessaro,Vero,2016,2016,serial=V8:80001..,Front,4",
  ]);
  expect(twice).toEqual([
    "2 line: The same is also in line 4",
    "4 line: The same is also in line 2",
  ]);
  expect((await undoImport(admin, applied)).state).toBe("undone");
  expect(await exportFile(admin, "applications")).toBe(before);
});

it("asks about vehicles of a universal part, and notes that restrict in words of their own", async () => {
  const { shop, admin } = await open();
  const hose = (await shop.get("/api/parts/H-1")).body as Part;
  const said = { universal: true, listsAllVehicles: false };
  await admin.send("PUT", `/api/parts/${hose._id}/fit-declaration`, said);
  expect(await findIn(admin, ["H-1,Tessaro,Vero,2016,2016,,,1"])).toEqual([
    "2 confirm: The part is for no car in particular",
  ]);
  await admin.send("PUT", `/api/parts/${hose._id}/fit-declaration`, { ...said, universal: false });
  const noted = `${columns},note\nH-1,Tessaro,Vero,2016,2016,,,1,not for left-hand drive\n`;
  expect(await listFindings(admin, await checkFile(admin, "applications", noted))).toContainEqual({
    line: 2,
    grade: "confirm",
    what: "The note “not for left-hand drive” may leave out some cars, but a note leaves out none",
  });
});

it("says how many cars of garages a file concerns", async () => {
  const { shop, admin } = await open();
  const owner = await signUp(shop);
  const car = (await shop.get("/api/vehicles/tessaro/vero/2016")).body as VehiclePage;
  const kept = await owner.send("POST", "/api/garage", { vehicle: car.id, known: [], vin: null });
  expect(kept.status).toBe(200);
  const file = toFile(["D-3,Tessaro,Vero,2015,2016,,,2"]);
  const whats = (await listFindings(admin, await checkFile(admin, "applications", file))).map(
    ({ what }) => what,
  );
  expect(whats).toContain("It concerns 1 car of a garage");
});

it("shows the difference by part and by vehicle, searched, and as a file", async () => {
  const { admin } = await open();
  const checked = await checkFile(
    admin,
    "applications",
    toFile(["D-3,Tessaro,Vero,2015,2016,,,2", "D-3,Tessaro,Lido,2016,2016,,,2"]),
  );
  const path = `/api/imports/${checked._id}`;
  const one = { new: 1, changed: 0, removed: 0 };
  expect((await admin.get(`${path}/groups?by=vehicle`)).body).toEqual([
    { _id: "Tessaro Lido 2016", ...one },
    { _id: "Tessaro Vero 2015", ...one },
    { _id: "Tessaro Vero 2016", ...one },
  ]);
  expect((await admin.get(`${path}/groups?by=vehicle&after=Tessaro Vero 2015`)).body).toEqual([
    { _id: "Tessaro Vero 2016", ...one },
  ]);
  expect((await admin.get(`${path}/groups?by=part`)).body).toEqual([
    { _id: "D-3", ...one, new: 2 },
  ]);
  for (const [q, lines] of Object.entries({
    "vero 2015": [2],
    2016: [2, 3],
    "d-3": [2, 3],
    "%": [],
  })) {
    const { body } = await admin.get(`${path}/lines?q=${encodeURIComponent(q)}`);
    expect((body as { line: number }[]).map(({ line }) => line)).toEqual(lines);
  }
  const file = await (await admin.request(`${path}/lines/csv?q=lido`)).text();
  expect(file.split("\r\n")[1]).toMatch(/^3,D-3,new,,.*make: Tessaro; .*model: Lido; /);
});

it("is not undone where a line was edited since, but with the others if that one is left out", async () => {
  const { shop, admin } = await open();
  const before = await exportFile(admin, "applications");
  const lines = ["D-3,Tessaro,Vero,2012,2012,,Front,1", "D-3,Tessaro,Vero,2014,2014,,Rear,1"];
  const checked = await checkFile(admin, "applications", toFile(lines));
  await applyImport(admin, checked);
  const part = (await shop.get("/api/parts/D-3")).body as Part;
  const { body } = await admin.get(`/api/parts/${part._id}/applications`);
  const edited = (body as Application[]).find(({ from }) => from === 2012);
  await admin.send("PATCH", `/api/applications/${edited?._id}`, { quantity: 3 });
  const refused = await undoImport(admin, checked);
  expect(refused).toMatchObject({
    state: "applied",
    problem: expect.stringContaining("1 line has"),
  });
  expect(await listFindings(admin, checked)).toContainEqual({
    line: 2,
    grade: "line",
    what: "The quantity was 1, and is 3 now",
  });
  expect((await undoImport(admin, checked, true)).state).toBe("undone");
  const rest = (await exportFile(admin, "applications")).replace(/^D-3,.*,3,,\r\n/m, "");
  expect(rest).toBe(before);
});

it("is not applied over an edit that is being saved at the same moment", async () => {
  const { shop, admin } = await open();
  const { db } = shop.shop;
  const file = toFile(["D-1,Tessaro,Vero,2012,2013,,Rear,4"]);
  const checked = await checkFile(admin, "applications", file);
  const part = (await shop.get("/api/parts/D-1")).body as Part;
  const { body } = await admin.get(`/api/parts/${part._id}/applications`);
  const rear = (body as Application[]).find(({ position }) => position === "Rear");
  const path = `/api/applications/${rear?._id}`;
  // Stored, but not committed before its entry in the log is.
  const edit = await whileLocked(db, "audit_log in share mode", async () => {
    const sent = admin.send("PATCH", path, { quantity: 3 });
    await expect.poll(() => countBlocked(db, "audit_log")).toBe(1);
    await admin.send("POST", `/api/imports/${checked._id}/apply`, {
      leaveOut: false,
      confirmed: true,
    });
    await expect.poll(() => countBlocked(db, "applications")).toBe(1);
    return { sent };
  });
  expect((await edit.sent).status).toBe(200);
  expect(await waitForImport(admin, checked._id)).toMatchObject({
    state: "checked",
    problem: expect.stringContaining("1 line has"),
  });
  expect(await listFindings(admin, checked)).toContainEqual({
    line: 2,
    grade: "line",
    what: "The quantity was 2, and is 3 now",
  });
  await admin.send("PATCH", path, { quantity: 2 });
});

it("names a line whose application cannot be found again, and applies nothing", async () => {
  const { shop, admin } = await open();
  const before = await exportFile(admin, "applications");
  const checked = await checkFile(
    admin,
    "applications",
    toFile(["D-1,Tessaro,Lido,2012,2013,engine=1.6,,3"]),
  );
  await respellConditions(shop.shop.db);
  expect(await applyImport(admin, checked)).toMatchObject({
    state: "checked",
    problem: "Nothing was applied. 1 line has changed meanwhile; it is listed below.",
  });
  expect(await listFindings(admin, checked)).toContainEqual({
    line: 2,
    grade: "line",
    what: "Its application is no longer there as it was compared",
  });
  expect(await exportFile(admin, "applications")).toBe(before);
});
