// What replaces which part, as files: conditions, alternatives, merges, and circles.
import { expect, it } from "vitest";
import type { PartPage } from "#contract/catalog.ts";
import type { LineVerdict } from "#contract/number-lookup.ts";
import { aPart } from "#seed/builders.ts";
import { addTessaro } from "#tests/builders/vehicle.ts";
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
import { signUpAdmin } from "#tests/people.ts";

const numbers = ["OLD-1", "MID-1", "NEW-1", "NEW-2", "LEFT", "RIGHT", "KIT", "C-1", "C-2", "C-3"];

const open = share(
  async () => {
    const parts = numbers.map((number) =>
      aPart({ number, life: /^(OLD|MID|LEFT|RIGHT)/.test(number) ? "superseded" : "active" }),
    );
    const shop = await startShop({ parts });
    await addTessaro(shop.databaseUrl);
    return { shop, admin: await signUpAdmin(shop) };
  },
  ({ shop }) => shop.stop(),
);

const columns = "part,replaced_by,choice,quantity,merges,both_ways,conditions,since,reason".split(
  ",",
);
const header = `\ufeff${columns.join(",")}`;

it("replaces for some cars only, by alternatives, and two parts by one", async () => {
  const { shop, admin } = await open();
  const file = [
    "part,replaced_by,choice,quantity,merges,conditions,since",
    "old-1,mid1,,2,,,2018-01-01",
    "MID-1,NEW-1,1,1,,BUILT = ..2014-12-31,2019-01-01",
    "MID-1,NEW-2,2,3,,,2019-01-01",
    "LEFT,KIT,1,1,Yes,,2020-01-01",
    "RIGHT,KIT,1,1,Yes,,2020-01-01",
  ].join("\n");
  const applied = await importFile(admin, "supersessions", file);
  const exported = await exportFile(admin, "supersessions");
  expect(exported.split("\r\n")).toEqual([
    header,
    "LEFT,KIT,1,1,yes,no,,2020-01-01,",
    "MID-1,NEW-1,1,1,no,no,built=..2014-12-31,2019-01-01,",
    "MID-1,NEW-2,2,3,no,no,,2019-01-01,",
    "OLD-1,MID-1,1,2,no,no,,2018-01-01,",
    "RIGHT,KIT,1,1,yes,no,,2020-01-01,",
    "",
  ]);
  const again = await checkFile(admin, "supersessions", exported);
  expect(again.counts).toMatchObject({ same: 5, new: 0, changed: 0, refused: 0 });

  const { successors, chain } = (await shop.get("/api/parts/OLD-1")).body as PartPage;
  expect(
    successors.map((together) =>
      together.map(({ part, quantity, only }) => `${quantity} ${part.number} ${only}`),
    ),
  ).toEqual([["2 NEW-1 built before January 2015"], ["6 NEW-2 "]]);
  expect(chain.map(({ only }) => only !== "")).toEqual([false, true, false]);

  const { body } = await shop.send("POST", "/api/numbers/lookup", { lines: ["OLD-1", "LEFT 2"] });
  const lines = body as LineVerdict[];
  expect(lines.map(({ why }) => why)).toEqual([
    expect.stringMatching(/^OLD-1 is replaced by NEW-2, or by NEW-1 \(only for cars: built .*\)$/),
    "LEFT is replaced by KIT, once for the parts it replaces",
  ]);
  expect(lines[0]?.parts.map(({ part, quantity }) => [part.number, quantity])).toEqual([
    ["NEW-2", 6],
    ["NEW-1", 2],
  ]);
  expect((await undoImport(admin, applied)).state).toBe("undone");
  expect(await exportFile(admin, "supersessions")).toBe(`${header}\r\n`);
});

it("refuses what cannot be, and circles with other lines and with what is there", async () => {
  const { admin } = await open();
  const first = await importFile(admin, "supersessions", "part,replaced_by\nC-1,C-2\n");
  const checked = await checkFile(
    admin,
    "supersessions",
    [
      "part,replaced_by,conditions,quantity,since",
      "C-2,C-3,,,",
      "C-3,C-1,,,",
      "KIT,KIT,,,",
      "KIT,NONE,,,",
      "KIT,C-1,horn=1,,",
      "KIT,C-2,,100,",
      "KIT,C-3,,,2020-13-01",
    ].join("\n"),
  );
  expect((await listFindings(admin, checked)).map(({ line, what }) => [line, what])).toEqual([
    [2, "In the end C-2 would replace itself"],
    [3, "In the end C-3 would replace itself"],
    [4, "A part cannot replace itself"],
    [5, "There is no part NONE"],
    [6, "There is no fact “horn”"],
    [7, "“100” cannot be the quantity"],
    [8, "“2020-13-01” cannot be the since"],
  ]);
  await undoImport(admin, first);
});

it("two files at once close no circle", async () => {
  const { admin } = await open();
  const file = (one: string, other: string) => `part,replaced_by\n${one},${other}\n`;
  const both = [
    await checkFile(admin, "supersessions", file("C-1", "C-2")),
    await checkFile(admin, "supersessions", file("C-2", "C-1")),
  ];
  await Promise.all(both.map((one) => applyImport(admin, one)));
  const ended = await Promise.all(both.map(({ _id }) => waitForImport(admin, _id)));
  expect(ended.map(({ state }) => state).sort()).toEqual(["applied", "checked"]);
  expect(ended.find(({ state }) => state === "checked")?.problem).toMatch(
    /^Nothing was applied. By now a part of the file would in the end replace itself/,
  );
});
