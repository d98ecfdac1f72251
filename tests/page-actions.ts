// What people do on pages.
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { OpenShop } from "./open-shop.ts";
import { readLetters } from "./outbox.ts";
import type { Visitor } from "./people.ts";
import { waitForHydration } from "./wait-for-hydration.ts";

export async function fillFields(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    await page.getByLabel(label, { exact: true }).fill(text);
  }
}

/** The values of the fields with these labels. */
export async function readFields(page: Page, labels: string[]): Promise<Record<string, string>> {
  const values = labels.map((label) => page.getByLabel(label, { exact: true }).inputValue());
  return Object.fromEntries(
    (await Promise.all(values)).map((value, index) => [labels[index], value]),
  );
}

export async function pressButton(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).click();
}

/** As by a link, without loading the page again. */
export async function goWithinShop(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
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
export async function findLetterLink(shop: OpenShop, to = "reset"): Promise<string> {
  const pattern = new RegExp(`http\\S+/${to}#token=\\S+`);
  const newestLink = async () =>
    (await readLetters(shop)).map((letter) => pattern.exec(letter)?.[0]).findLast(Boolean);
  await expect.poll(newestLink).toBeTruthy();
  return (await newestLink()) ?? "";
}

/** Requests wait until the returned function is called. */
export async function holdRequests(page: Page, pattern: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** The shop does what is asked of it next, and the page does not hear of it. */
export async function loseNextAnswer(page: Page, url: string): Promise<void> {
  let isLost = false;
  await page.route(url, async (route) => {
    if (isLost || route.request().method() !== "POST") return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
}

/** Red, green and blue of the text. */
function readColour(text: Locator): Promise<number[]> {
  return text.evaluate((element) => {
    const context = new OffscreenCanvas(1, 1).getContext("2d");
    if (!context) return [];
    context.fillStyle = getComputedStyle(element).color;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  });
}

export async function expectRed(text: Locator): Promise<void> {
  const [red = 0, green = 0, blue = 0] = await readColour(text);
  expect(red).toBeGreaterThan(2 * Math.max(green, blue));
}

/** Attributes by which a browser itself would refuse the form. */
export function readFormRules(form: Locator): Promise<string[]> {
  return form.evaluate((element) => {
    const fields = [...element.querySelectorAll("input:not([type=file]), textarea")];
    const names = ["required", "min", "max", "minlength", "maxlength", "pattern"];
    return names.filter((name) => fields.some((field) => field.hasAttribute(name)));
  });
}
