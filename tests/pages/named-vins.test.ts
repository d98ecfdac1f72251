import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { demoVins } from "#seed/fit/demo-vins.ts";
import { shareDemoFit } from "#tests/demo-fit.ts";
import { openPage } from "#tests/open-page.ts";
import { bar, enterVin, picker, searchBox, verdict } from "#tests/vehicle-page.ts";

const demo = shareDemoFit();

/** One of each answer, and one VIN of several cars; server/modules/fitment/read-vin.test.ts has all. */
const kinds = demoVins.filter(
  ({ says, car }, at) => demoVins.findIndex((one) => one.says === says) === at || / or /.test(car),
);

it("the named VINs lead from the home page to their answers in at most six actions", async () => {
  const { url } = await demo();
  const guide = await readFile("docs/demo-cars.md", "utf8");
  const headings = {
    yes: /^Fits your/,
    no: /^Does not fit your/,
    "yes-if": "One question first",
    "not-known": /^Not known for your/,
  };
  const words = {
    yes: "fits",
    no: "does not fit",
    "yes-if": "one question first",
    "not-known": "not known",
    nothing: "nothing",
  };
  for (const { vin, car, part, says, shows } of demoVins) {
    expect(guide).toContain(`| \`${vin}\` | ${car} | ${part} | ${words[says]} | ${shows} |`);
  }
  const page = await openPage(url);
  for (const { vin, part, says } of kinds) {
    await page.getByRole("link", { name: "Home", exact: true }).click();
    await page.waitForURL(`${url}/`);
    let actions = 0;
    const act = (action: Promise<void>) => {
      actions++;
      return action;
    };
    await act(bar(page).click());
    await act(enterVin(page, vin));
    const several = picker(page).getByRole("button", { name: /^\d{4} / });
    if ((await several.count()) > 0) await act(several.first().click());
    await act(picker(page).getByRole("button", { name: "Use this car" }).click());
    await act(page.getByRole("searchbox", { name: "Search" }).click());
    await searchBox(page).fill(part);
    await act(page.keyboard.press("Enter"));
    await page.waitForURL(/\/part\//);
    if (says === "nothing") {
      await page.getByRole("heading", { level: 1, name: "Work Gloves" }).waitFor();
      await expect.poll(() => page.locator("[data-fit]").count()).toBe(0);
    } else {
      await verdict(page).getByRole("heading", { name: headings[says] }).waitFor();
    }
    expect(actions).toBeLessThanOrEqual(6);
  }
});
