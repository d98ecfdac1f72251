// The legal pages, as an admin writes them and everybody reads them.
import { expect, it } from "vitest";
import type { LegalText } from "#contract/legal.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import { openShop } from "#tests/open-shop.ts";
import { fillFields, pressButton } from "#tests/page-actions.ts";
import { signUpAdmin } from "#tests/people.ts";

it("are reached from every page, edited with a preview, and shown at once", async () => {
  const shop = await openShop();
  const admin = await signUpAdmin(shop);
  const troubles = { expectedTroubles: /status of 409/ };
  const page = await openPageAs(shop, admin, "/dashboard/legalTexts", troubles);
  await page.getByText("This is a sample", { exact: true }).waitFor();
  await fillFields(page, { Text: "# Our promise\n- We deliver\n- You pay\n\n<b>Plain</b> text" });
  await page.getByRole("listitem").filter({ hasText: "You pay" }).waitFor();
  expect(await findAccessibilityFaults(page, {}, "changing")).toEqual([]);
  const theirs = { version: 0, text: "# Theirs" };
  expect((await admin.send("PUT", "/api/legal/terms", theirs)).status).toBe(200);
  await page.getByText("Somebody else has saved version 1 meanwhile").waitFor();
  expect(await findAccessibilityFaults(page, {}, "changing")).toEqual([]);
  await pressButton(page, "Keep mine");
  await pressButton(page, "Save");
  await page.getByText("Saved. It is in force now.").waitFor();
  expect((await admin.get("/api/legal/terms")).body as LegalText).toMatchObject({ version: 2 });

  await page.getByRole("link", { name: "See it as customers do" }).click();
  await page.getByRole("heading", { name: "Our promise", level: 2 }).waitFor();
  await page.getByText("<b>Plain</b> text").waitFor();
  await page.getByText(/^Version 2 of/).waitFor();
  await expect.poll(() => page.getByText("sample text").count()).toBe(0);
  const legal = page.getByRole("navigation", { name: "Legal" });
  await legal.getByRole("link", { name: "Imprint" }).click();
  await page.getByRole("heading", { name: "Imprint", level: 1 }).waitFor();
  await page.getByText("This is a sample text").waitFor();
});
