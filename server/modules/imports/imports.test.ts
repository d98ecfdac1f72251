// Prices, from the upload to the undo: what all kinds of imports have in common.
import { describe, expect, it } from "vitest";
import type { ImportRecord } from "#contract/imports.ts";
import { aPart } from "#seed/builders.ts";
import { refuseRows } from "#tests/builders/fault.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import {
  applyImport,
  checkFile,
  exportFile,
  findImport,
  importFile,
  listFindings,
  listLines,
  sendImport,
  undoImport,
  waitForImport,
} from "#tests/imports.ts";
import type { OpenShop } from "#tests/open-shop.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();
const parts = [
  aPart({ name: "Oil Filter", number: "PW-1042", priceCents: 895 }),
  aPart({ name: "Air Filter", number: "PW-2208", priceCents: 1_290 }),
  aPart({ name: "Brake Disc", number: "PW-2321", priceCents: 5_490 }),
];

async function open() {
  const shop = await emptyShop({ parts });
  return { shop, admin: await signUpAdmin(shop) };
}

async function readPrices({ get }: OpenShop): Promise<Record<string, number>> {
  const found = (await get("/api/parts")).body as { number: string; price: number }[];
  return Object.fromEntries(found.map(({ number, price }) => [number, price]));
}

const before = { "PW-1042": 8.95, "PW-2208": 12.9, "PW-2321": 54.9 };
const head = "part,price\n";

describe("an import of prices", () => {
  it("is checked, shown as a difference, applied at once and undone", async () => {
    const { shop, admin } = await open();
    const file = `${head}PW-1042,9.20\npw 2208,12.90\nPW-2321,58\n`;
    const checked = await checkFile(admin, "prices", file);
    expect(checked).toMatchObject({
      kind: "prices",
      state: "checked",
      fileName: "file.csv",
      uploadedBy: admin.email,
      counts: { new: 0, changed: 2, same: 1, refused: 0, confirm: 0, file: 0 },
    });
    expect(await listLines(admin, checked, "changed")).toMatchObject([
      {
        line: 2,
        part: "PW-1042",
        result: "changed",
        before: { price: "8.95" },
        after: { price: "9.20" },
      },
      { line: 4, part: "PW-2321", before: { price: "54.90" }, after: { price: "58.00" } },
    ]);
    expect(await readPrices(shop)).toEqual(before);
    const applied = await applyImport(admin, checked);
    expect(applied).toMatchObject({ state: "applied", problem: null, appliedBy: admin.email });
    expect(await readPrices(shop)).toEqual({ "PW-1042": 9.2, "PW-2208": 12.9, "PW-2321": 58 });
    const undone = await undoImport(admin, checked);
    expect(undone).toMatchObject({ state: "undone", undoneBy: admin.email });
    expect(await readPrices(shop)).toEqual(before);
    expect((await admin.get("/api/audit")).body).toMatchObject([
      { action: "undo-import", about: checked._id, after: { lines: 2 } },
      { action: "apply-import", about: checked._id, after: { kind: "prices", lines: 2 } },
    ]);
  });

  it("that breaks off at any step changes nothing, and goes on once it can", async () => {
    const { shop, admin } = await open();
    expectWarning(/Job (check|write)-import failed/);
    const listFailed = async () => (await admin.get("/api/failed-jobs")).body as { _id: string }[];
    const breakOff = async (table: string, unless: string, begin: () => Promise<string>) => {
      const then = await readPrices(shop);
      const lift = await refuseRows(shop.shop.db, table, unless);
      const id = await begin();
      await expect.poll(listFailed).toHaveLength(1);
      expect(await readPrices(shop)).toEqual(then);
      await lift();
      for (const { _id } of await listFailed()) await admin.send("POST", `/api/jobs/${_id}/retry`);
      return waitForImport(admin, id);
    };
    const file = `${head}PW-1042,9.20\nPW-2208,13\nPW-2321,58\n`;
    const upload = async () => (await sendImport(admin, { kind: "prices", file })).body.insertedId;
    const checked = await breakOff("import_lines", "line < 4", upload);
    expect(checked).toMatchObject({ state: "checked", counts: { changed: 3, refused: 0 } });
    const send = (what: string, choice: object) => async () => {
      const answer = await admin.send("POST", `/api/imports/${checked._id}/${what}`, choice);
      expect(answer).toMatchObject({ status: 200 });
      return checked._id;
    };
    const apply = send("apply", { leaveOut: false, confirmed: true });
    const applied = await breakOff("parts", "price_cents <> 5800", apply);
    expect(applied.state).toBe("applied");
    const after = { "PW-1042": 9.2, "PW-2208": 13, "PW-2321": 58 };
    expect(await readPrices(shop)).toEqual(after);
    const undo = send("undo", { leaveOut: false });
    const undone = await breakOff("audit_log", "action <> 'undo-import'", undo);
    expect(undone.state).toBe("undone");
    expect(await readPrices(shop)).toEqual(before);
  });

  it("is refused whole if a line has changed since the check, and names it", async () => {
    const { shop, admin } = await open();
    const checked = await checkFile(admin, "prices", `${head}PW-1042,9.20\nPW-2208,13\n`);
    await importFile(await signUpAdmin(shop), "prices", `${head}PW-2208,12\n`);
    const refused = await applyImport(admin, checked);
    expect(refused.state).toBe("checked");
    expect(refused.problem).toContain("Nothing was applied. 1 line has changed meanwhile");
    expect(await listFindings(admin, checked)).toEqual([
      { line: 3, grade: "line", what: "The price was 12.90, and is 12.00 now" },
    ]);
    expect(await readPrices(shop)).toEqual({ ...before, "PW-2208": 12 });
    const choice = { leaveOut: true, confirmed: true };
    const again = await admin.send("POST", `/api/imports/${checked._id}/apply`, choice);
    expect(again).toMatchObject({ status: 409, body: { error: { message: /look again/ } } });
    await admin.send("POST", `/api/imports/${checked._id}/check`);
    const seen = await waitForImport(admin, checked._id);
    expect(seen).toMatchObject({ state: "checked", problem: null, counts: { changed: 2 } });
    expect((await applyImport(admin, checked)).state).toBe("applied");
    expect(await readPrices(shop)).toMatchObject({ "PW-1042": 9.2, "PW-2208": 13 });
  });

  it("is not undone where a price was changed since, unless that line is left out", async () => {
    const { shop, admin } = await open();
    const applied = await importFile(admin, "prices", `${head}PW-1042,9.20\nPW-2208,13\n`);
    await importFile(admin, "prices", `${head}PW-2208,14\n`);
    const refused = await undoImport(admin, applied);
    expect(refused.state).toBe("applied");
    expect(refused.problem).toContain("Nothing was undone. 1 line has changed meanwhile");
    expect(await readPrices(shop)).toMatchObject({ "PW-1042": 9.2, "PW-2208": 14 });
    expect((await undoImport(admin, applied, true)).state).toBe("undone");
    expect(await readPrices(shop)).toMatchObject({ "PW-1042": 8.95, "PW-2208": 14 });
  });

  it("asks before a price that is far from the present one", async () => {
    const { admin } = await open();
    const checked = await checkFile(admin, "prices", `${head}PW-1042,895\n`);
    expect(await listFindings(admin, checked)).toEqual([
      { line: 2, grade: "confirm", what: "The price goes from 8.95 to 895.00" },
    ]);
    const choice = { leaveOut: false, confirmed: false };
    expect(await admin.send("POST", `/api/imports/${checked._id}/apply`, choice)).toMatchObject({
      status: 409,
    });
    expect((await applyImport(admin, checked)).state).toBe("applied");
  });

  it("is for admins alone", async () => {
    const { shop, admin } = await open();
    const customer = await signUp(shop);
    expect((await sendImport(customer, { kind: "prices", file: head })).status).toBe(403);
    expect((await customer.request("/api/exports/prices")).status).toBe(403);
    const checked = await checkFile(admin, "prices", `${head}PW-1042,9\n`);
    expect((await customer.get(`/api/imports/${checked._id}`)).status).toBe(403);
    expect((await admin.send("DELETE", `/api/imports/${checked._id}`)).status).toBe(200);
    expect((await admin.get(`/api/imports/${checked._id}`)).status).toBe(404);
  });
});

describe("a file with faults", () => {
  const more = ["PW-1", "PW-2", "PW-3"].map((number) => aPart({ number }));

  async function check(file: string | Buffer) {
    const shop = await emptyShop({ parts: [...parts, ...more] });
    const admin = await signUpAdmin(shop);
    const checked = await checkFile(admin, "prices", file);
    return { shop, admin, checked, findings: await listFindings(admin, checked) };
  }

  it("has each named with its line, and they can be left out", async () => {
    const { shop, admin, checked, findings } = await check(
      [
        "part,price",
        "PW-1042,9.20",
        "PW-2208,19.999",
        "PW-404,5",
        ",3",
        "4.35E+10,2",
        "PW-2321,58",
        "pw2321,59",
        "PW-1",
        'PW-2,1"2',
        "PW-3,0",
      ].join("\n"),
    );
    const file = await admin.request(`/api/imports/${checked._id}/findings/csv`);
    const [head, ...rows] = (await file.text()).trimEnd().split("\r\n");
    expect(head).toBe("line,kind,part,what,what_to_do");
    expect(rows).toHaveLength(findings.length);
    expect(findings).toEqual([
      { line: 3, grade: "line", what: "“19.999” may be 19.99 or 19999.00" },
      { line: 4, grade: "line", what: "There is no part PW-404" },
      { line: 5, grade: "line", what: "There is no part number" },
      { line: 6, grade: "line", what: "A spreadsheet has shortened the part number to 4.35E+10" },
      { line: 7, grade: "line", what: "The same is also in line 8" },
      { line: 8, grade: "line", what: "The same is also in line 7" },
      { line: 9, grade: "line", what: "The line has 1 cells, the first line 2" },
      { line: 10, grade: "line", what: "A quotation mark stands inside a cell" },
      { line: 11, grade: "line", what: "“0” is no price of a part" },
    ]);
    const choice = { leaveOut: false, confirmed: true };
    const refused = await admin.send("POST", `/api/imports/${checked._id}/apply`, choice);
    expect(refused.status).toBe(409);
    expect(await readPrices(shop)).toMatchObject(before);
    await applyImport(admin, checked, { leaveOut: true, confirmed: true });
    expect(await readPrices(shop)).toMatchObject({ ...before, "PW-1042": 9.2 });
  });

  it.each<[string, string | Buffer, { line: number; what: string }]>([
    ["nothing but a head", head, { line: 2, what: "There is no line below the first one" }],
    ["an unknown column", "part,prize\n", { line: 1, what: "There is no column “prize”" }],
    ["a missing column", "price\n1\n", { line: 1, what: "The column “part” is missing" }],
    ["one column twice", "part,price,price\n", { line: 1, what: "“price” is there twice" }],
    [
      "a quotation mark that is never closed",
      `${head}PW-1042,9\n"PW-2208,1\nPW-2321,2\n`,
      { line: 3, what: "The quotation mark that opens in line 3 is never closed" },
    ],
    [
      "letters of another encoding",
      Buffer.from(`${head}PW-1042,9\nPW-\xe4,9\n`, "latin1"),
      { line: 3, what: "Line 3 is not written in UTF-8" },
    ],
    [
      "two bytes for each letter",
      Buffer.from(`${head}PW-1042,9\n`, "utf16le"),
      { line: 1, what: "Line 1 is not written in UTF-8" },
    ],
  ])("cannot be applied with %s", async (_, file, { line, what }) => {
    const { admin, checked, findings } = await check(file);
    expect(findings).toEqual([{ line, grade: "file", what: expect.stringContaining(what) }]);
    const choice = { leaveOut: true, confirmed: true };
    const refused = await admin.send("POST", `/api/imports/${checked._id}/apply`, choice);
    expect(refused.status).toBe(409);
  });

  it("is refused at once where it is empty, cut off, too large or XML", async () => {
    const { shop, admin } = await open();
    const send = (file: string | Buffer, bytes?: number) =>
      sendImport(admin, { kind: "prices", file, ...(bytes && { bytes }) });
    expect(await send("")).toMatchObject({
      status: 400,
      body: { error: { message: "That file is empty." } },
    });
    expect(await send(`${head}PW-1042,9`, 500)).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining("20 of 500 bytes") } },
    });
    const bytes = (text: string) => Buffer.from(text, "utf16le");
    for (const xml of [
      "<?xml version='1.0'?><ACES/>",
      "\ufeff\r\n <ACES/>",
      bytes("\ufeff<ACES/>"),
    ]) {
      expect(await send(xml)).toMatchObject({
        status: 400,
        body: { error: { message: expect.stringContaining("Choose “Vehicles (ACES)” for it") } },
      });
    }
    expect(await send("x".repeat(49 * 1024 * 1024))).toMatchObject({
      status: 413,
      body: { error: { message: expect.stringContaining("48 MB") } },
    });
    expect((await admin.get("/api/imports")).body).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ uploadedBy: admin.email })]),
    );
    expect(await readPrices(shop)).toEqual(before);
  });

  it.each([
    ["semicolons, a byte order mark and line ends of Windows", "\ufeffPart;Price\r\nPW-1042;9,20"],
    ["tabs", "price\tpart\n9,20\tPW-1042\n\n"],
    ["quotation marks and line breaks", 'part,price,\n"PW-1042","9.20\n",\n,,\n'],
  ])("is none with %s", async (_, file) => {
    const { shop, admin, checked, findings } = await check(file);
    expect(findings).toEqual([]);
    await applyImport(admin, checked);
    expect(await readPrices(shop)).toMatchObject({ ...before, "PW-1042": 9.2 });
  });
});

describe("an export of prices", () => {
  it("comes back as it was, byte for byte", async () => {
    const { admin } = await open();
    const file = await exportFile(admin, "prices");
    expect(file).toBe("\ufeffpart,price\r\nPW-1042,8.95\r\nPW-2208,12.90\r\nPW-2321,54.90\r\n");
    const checked: ImportRecord = await checkFile(admin, "prices", file);
    expect(checked.counts).toMatchObject({ same: 3, changed: 0, refused: 0 });
    expect(await exportFile(admin, "prices")).toBe(file);
    expect((await findImport(admin, checked._id)).state).toBe("checked");
  });
});
