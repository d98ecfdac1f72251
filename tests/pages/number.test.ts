// The parts that have a number, whoever's it is, side by side.
import { expect, it } from "vitest";
import { aPart } from "#seed/builders.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { openPage } from "#tests/open-page.ts";
import { shareShop } from "#tests/open-shop.ts";

const oe = (written: string, pieces = 1) => ({
  kind: "oe" as const,
  brand: "Corvane",
  written,
  pieces,
  note: "",
});
const open = shareShop({
  parts: [
    aPart({
      number: "PW-1",
      name: "Plain disc",
      numbers: [oe("43512-0K050")],
      attributes: [{ name: "Diameter", unit: "mm", value: 312 }],
    }),
    aPart({
      number: "PW-2",
      name: "Vented disc",
      numbers: [oe("43512 0K050", 2)],
      attributes: [{ name: "Diameter", unit: "mm", value: 330 }],
    }),
  ],
});

it("an original number leads from a part to all that replace it, and what differs is marked", async () => {
  const { url } = await open();
  const page = await openPage(`${url}/part/PW-1`);
  await page.getByRole("link", { name: "43512-0K050" }).click();
  await page.getByRole("heading", { level: 1, name: "43512-0K050" }).waitFor();
  const table = page.getByRole("region", { name: "Comparison" });
  await table.getByText("original number of Corvane: one of ours replaces one.").waitFor();
  await table.getByText("original number of Corvane: 2 of ours replace one.").waitFor();
  await table.getByRole("rowheader", { name: "Diameter differs" }).waitFor();
  expect(await findAccessibilityFaults(page, {}, "changing")).toEqual([]);
});

it("has one address for all spellings, and none for a number that nobody has", async () => {
  const { request } = await open();
  const odd = await request("/number/43512%200k050", { redirect: "manual" });
  expect([odd.status, odd.headers.get("location")]).toEqual([301, "/number/435120k050"]);
  const found = await request("/number/435120k050");
  expect(await found.text()).toContain("PW-2");
  expect((await request("/number/nothing-at-all")).status).toBe(404);
});
