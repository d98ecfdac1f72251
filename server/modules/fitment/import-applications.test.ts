import { expect, it } from "vitest";
import type { VehiclePage } from "#contract/fitment.ts";
import { aPart } from "#seed/builders.ts";
import { addParts } from "#server/modules/catalog/add-parts.ts";
import { addArden, anApplication, anArden } from "#tests/builders/vehicle.ts";
import {
  checkFile,
  exportFile,
  importFile,
  listFindings,
  listLines,
  undoImport,
} from "#tests/imports.ts";
import { openShop } from "#tests/open-shop.ts";
import { signUpAdmin } from "#tests/people.ts";
import { findVehiclePage } from "./read-vehicle.ts";

const header =
  "\ufeffpart,make,model,year_from,year_to,conditions,position,label,quantity,note,held";

const openWithParts = async () => (await openShopWithParts()).admin;

async function openShopWithParts() {
  const shop = await openShop();
  await addArden(shop.databaseUrl);
  const given = ["PW-1", "PW-2"].map((number) => aPart({ number, type: anArden.type }));
  await addParts(shop.shop.db, [...given, aPart({ number: "PW-3", type: null })]);
  return { shop, admin: await signUpAdmin(shop) };
}

it("applications are imported, exported in their one form, changed, and undone", async () => {
  const admin = await openWithParts();
  const first = await importFile(
    admin,
    "applications",
    [
      "part;make;model;year_from;conditions;position;quantity",
      "pw-2;CORVANE;arden;2014;Engine = 2-0 | 1.6;front;2",
      "PW-1;Corvane;Arden;2014;;;",
      "PW-1;Corvane;Arden;2014;engine!=1.6;Front;1",
    ].join("\n"),
  );
  const canonical = [
    header,
    "PW-1,Corvane,Arden,2014,2014,engine!=1.6,Front,,1,,",
    "PW-1,Corvane,Arden,2014,2014,,,,,,",
    "PW-2,Corvane,Arden,2014,2014,engine=1.6|2.0,Front,,2,,",
    "",
  ].join("\r\n");
  const exported = await exportFile(admin, "applications");
  expect(exported.toLowerCase()).toBe(canonical.toLowerCase());
  const again = await checkFile(admin, "applications", exported);
  expect(again.counts).toMatchObject({ new: 0, changed: 0, same: 3, refused: 0 });

  const second = await importFile(
    admin,
    "applications",
    "part,make,model,year_from,conditions,position,quantity,held\nPW-2,Corvane,Arden,2014,engine=1.6|2.0,Front,4,Looked at\n",
  );
  expect(await exportFile(admin, "applications")).toContain(",4,,Looked at");
  expect((await undoImport(admin, second)).state).toBe("undone");
  expect(await exportFile(admin, "applications")).toBe(exported);
  expect((await undoImport(admin, first)).state).toBe("undone");
  expect(await exportFile(admin, "applications")).toBe(`${header}\r\n`);
});

it("every fault is named with its line, and the right lines beside them can be applied", async () => {
  const admin = await openWithParts();
  const lines = [
    ["PW-9,Corvane,Arden,2014,,,", /There is no part PW-9/],
    ["PW-1,Corvane,Orden,2014,,,", /We have no such model/],
    ["PW-1,Corvane,Arden,2016,,,", /We have Corvane Arden of 2014 only/],
    ["PW-1,Corvane,Arden,14,,,", /“14” is no model year/],
    ["PW-1,Corvane,Arden,2014,horn=1,,", /There is no fact “horn”/],
    ["PW-1,Corvane,Arden,2014,engine!=1.6|2.0,,", /No Corvane Arden of these years was built so/],
    ["PW-1,Corvane,Arden,2014,,,100", /“100” is no number of pieces/],
    ["PW-3,Corvane,Arden,2014,,,", /The part has no type/],
    ["PW-1,Corvane,Arden,2014,,Rear,1", /The same is also in line 11/],
    ["PW-1,corvane,ARDEN,2014,,rear,2", /The same is also in line 10/],
  ] as const;
  const file = [
    "part,make,model,year_from,conditions,position,quantity",
    ...lines.map(([line]) => line),
    "PW-2,Corvane,Arden,2014,,,",
  ].join("\n");
  const checked = await checkFile(admin, "applications", file);
  const findings = await listFindings(admin, checked);
  for (const [at, [, what]] of lines.entries()) {
    expect(findings).toContainEqual({
      line: at + 2,
      grade: "line",
      what: expect.stringMatching(what),
    });
  }
  expect(checked.counts).toMatchObject({ new: 1, refused: lines.length });
  expect(await listLines(admin, checked, "new")).toMatchObject([{ part: "PW-2" }]);
});

it("years outside those of the model are refused, in files and by hand", async () => {
  const admin = await openWithParts();
  const years = [
    [1990, 2050],
    [1990, 2014],
    [2014, 2050],
  ] as const;
  const file = [
    "part,make,model,year_from,year_to",
    ...years.map(([from, to]) => `PW-1,Corvane,Arden,${from},${to}`),
  ].join("\n");
  const checked = await checkFile(admin, "applications", file);
  expect(await listFindings(admin, checked)).toMatchObject(
    years.map((_, at) => ({
      line: at + 2,
      grade: "line",
      what: "We have Corvane Arden of 2014 only",
    })),
  );
  const part = (await admin.get("/api/parts/PW-1")).body as { _id: string };
  for (const [from, to] of years) {
    const given = anApplication({ from, to });
    const refused = await admin.send("POST", `/api/parts/${part._id}/applications`, given);
    expect(refused.status).toBe(400);
  }
});

it("the types of a car count the parts that can be shown", async () => {
  const { shop, admin } = await openShopWithParts();
  const file = "part,make,model,year_from\nPW-1,Corvane,Arden,2014\nPW-2,Corvane,Arden,2014\n";
  await importFile(admin, "applications", file);
  const count = async () => {
    const page = await findVehiclePage(shop.shop.db, anArden);
    return page?.types.map(({ parts }) => parts);
  };
  const part = (await admin.get("/api/parts/PW-1")).body as { _id: string };
  const other = (await admin.get("/api/parts/PW-2")).body as { _id: string };
  const hide = (_id: string, hidden: boolean) =>
    admin.send("PATCH", `/api/parts/${_id}`, { hidden });
  await hide(part._id, true);
  expect(await count()).toEqual([1]);
  await admin.send("DELETE", `/api/parts/${other._id}`);
  expect(await count()).toEqual([]);
  await hide(part._id, false);
  expect(await count()).toEqual([1]);
  const [deletion] = (await admin.get(`/api/audit?about=${other._id}`)).body as { _id: string }[];
  expect((await admin.send("POST", `/api/undo/${deletion?._id}`)).status).toBe(200);
  expect(await count()).toEqual([2]);
});

it("the types of a car count its parts after an import, one undone line, and the undo of the rest", async () => {
  const admin = await openWithParts();
  const countParts = async () => {
    const { body } = await admin.get("/api/vehicles/corvane/arden/2014");
    return (body as VehiclePage).types.map(({ parts }) => parts);
  };
  expect(await countParts()).toEqual([]);
  const file = "part,make,model,year_from\nPW-1,Corvane,Arden,2014\nPW-2,Corvane,Arden,2014\n";
  const applied = await importFile(admin, "applications", file);
  expect(await countParts()).toEqual([2]);
  const undone = await admin.send("POST", `/api/imports/${applied._id}/lines/2/undo`);
  expect(undone.status).toBe(200);
  expect(await countParts()).toEqual([1]);
  expect((await undoImport(admin, applied)).state).toBe("undone");
  expect(await countParts()).toEqual([]);
});
