import type { Page } from "playwright-core";
import { blank, openPage, type PageOptions } from "./open-page.ts";
import type { OpenShop } from "./open-shop.ts";
import { setCookies } from "./page-actions.ts";
import type { SignedIn } from "./people.ts";

/** With `blank` for tests that prepare the page first. */
export async function openPageAs(
  { url }: OpenShop,
  person: SignedIn,
  path: string,
  options: PageOptions = {},
): Promise<Page> {
  const page = await openPage(blank, options);
  await setCookies(page, url, person);
  if (path !== blank) await page.goto(url + path);
  return page;
}

export const toast = (page: Page, text: string) =>
  page.getByRole("status").getByText(text, { exact: true });

export const errorToast = (page: Page, text: string) =>
  page.getByRole("alert").getByText(text, { exact: true });

export const readFocusedName = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    return element?.getAttribute("aria-label") ?? element?.textContent;
  });
