// What people do on pages.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { OpenShop } from "./open-shop.ts";
import type { Visitor } from "./people.ts";
import { waitForHydration } from "./wait-for-hydration.ts";

export async function fillFields(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    await page.getByLabel(label, { exact: true }).fill(text);
  }
}

export async function pressButton(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).click();
}

/** The page is at /login. */
export async function submitSignIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await waitForHydration(page);
  await fillFields(page, { Email: email, Password: password });
  await pressButton(page, "Login");
}

/** Signs the browser in, without the stored access token. */
export async function setCookies(page: Page, url: string, { cookies }: Visitor): Promise<void> {
  const all = [...cookies].map(([name, value]) => ({ name, value, url, httpOnly: true }));
  await page.context().addCookies(all);
}

export function readAccessToken(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem("accessToken"));
}

/** Links of the navbar after the five public ones. */
export async function readPersonalLinks(page: Page): Promise<string[]> {
  const nav = page.getByRole("navigation", { name: "Main" });
  const words = await nav.getByRole("listitem").allInnerTexts();
  return words.slice(5).filter((word) => word !== "");
}

/** The link to this page in the newest letter that has one. */
export async function findLetterLink({ shop }: OpenShop, to = "reset"): Promise<string> {
  const folder = join(shop.env.DATA_DIR, "outbox");
  const pattern = new RegExp(`http\\S+/${to}#token=\\S+`);
  const newestLink = async () => {
    const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith(".eml"));
    const letters = files.sort().map((file) => readFile(join(folder, file), "utf8"));
    return (await Promise.all(letters))
      .map((text) => pattern.exec(text.replace(/=\n/g, "").replaceAll("=3D", "="))?.[0])
      .findLast(Boolean);
  };
  await expect.poll(newestLink, { timeout: 10_000 }).toBeTruthy();
  return (await newestLink()) ?? "";
}
