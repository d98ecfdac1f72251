// Vehicles that people found no part for, as the owner works through them.
import { expect, it } from "vitest";
import { addArden, addMissedVehicles } from "#tests/builders/vehicle.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import { type SignedIn, signUpAdmin } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

const listed = async (admin: SignedIn, query = "") =>
  ((await admin.get(`/api/missed-vehicles${query}`)).body as { year: number }[]).map(
    ({ year }) => year,
  );

it("are listed behind the overview, found, sorted, in pages and as a file, and opened", async () => {
  const shop = await emptyShop();
  const admin = await signUpAdmin(shop);
  await addArden(shop.databaseUrl);
  await addMissedVehicles(shop.shop.db, { 2014: 3, 2015: 7, 2016: 3 });
  expect(await listed(admin)).toEqual([2015, 2016, 2014]);
  expect(await listed(admin, "?sort=vehicle")).toEqual([2014, 2015, 2016]);
  expect(await listed(admin, "?q=arden+2016")).toEqual([2016]);
  const [first] = (await admin.get("/api/missed-vehicles?limit=1")).body as { _id: string }[];
  expect(await listed(admin, `?after=${first?._id}`)).toEqual([2016, 2014]);
  const file = await (await admin.request("/api/missed-vehicles/csv?columns=vehicle,count")).text();
  expect(file).toContain("2015 Corvane Arden,7\r\n");

  const page = await openPageAs(shop, admin, "/dashboard/overview");
  const section = page.getByRole("region", { name: "Vehicles without a part" });
  await section.getByRole("link", { name: "All of them" }).click();
  const rows = page.getByRole("table", { name: "Vehicles without a part" }).getByRole("row");
  await expect.poll(() => rows.count()).toBe(4);
  expect(await findAccessibilityFaults(page, {}, "changing")).toEqual([]);
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.waitForURL(`${shop.url}/dashboard/vehicles/corvane/arden/2015`);
});
