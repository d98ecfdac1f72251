import { expect, it } from "vitest";
import { openPage } from "#tests/open-page.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

it("[§2.15 §2.16] /contact has a postal address in Dhaka and three helplines to tap", async () => {
  const { url } = await emptyShop();
  const page = await openPage(`${url}/contact`);
  await page.getByRole("heading", { level: 1, name: "Contact Us" }).waitFor();
  expect(await page.locator("address").innerText()).toContain("Dhaka 1208");
  const lines = page.getByRole("region", { name: "Three helplines" }).locator('a[href^="tel:"]');
  const numbers = await lines.evaluateAll((all) =>
    all.map((line) => [line.textContent, line.getAttribute("href")]),
  );
  expect(numbers).toHaveLength(3);
  for (const [shown, dialled] of numbers) {
    // Of the kind that is given to nobody.
    expect(shown).toMatch(/^\+880 2 5555 01\d\d$/);
    expect(dialled).toBe(`tel:${shown?.replaceAll(" ", "")}`);
  }
});
