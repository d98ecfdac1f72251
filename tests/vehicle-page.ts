// Where a page says which car was chosen, and what fits it.
import type { Page } from "playwright-core";

export const bar = (page: Page) => page.locator(".vehicle-bar");
export const picker = (page: Page) => page.getByRole("dialog", { name: "Your car" });
export const verdict = (page: Page) => page.getByRole("region", { name: "Your car" });
export const searchBox = (page: Page) => page.getByRole("combobox", { name: "Search" });

export async function enterVin(page: Page, vin: string): Promise<void> {
  await picker(page).getByLabel("Or by VIN").fill(vin);
  await page.keyboard.press("Enter");
  await picker(page)
    .getByText(/^Found: |Which one is yours/)
    .waitFor();
}
