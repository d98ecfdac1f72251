// What all lists of the desk have in common, on each of them.
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { aReview } from "#seed/builders.ts";
import { addFailedLetter } from "#tests/builders/job.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import { share } from "#tests/open-shop.ts";
import { fillFields, pressButton } from "#tests/page-actions.ts";
import { sharePayingShop } from "#tests/paying-shop.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";
import { askReturn, deliverEverywhere, orderTwoParts, shipPieces } from "#tests/returns.ts";

const sharedShop = sharePayingShop();

async function fill() {
  const shop = await sharedShop();
  const [admin, other] = [await signUpAdmin(shop), await signUpAdmin(shop)];
  const vera = await signUp(shop, { name: "Vera Lind" });
  await deliverEverywhere(admin);
  const { order, ofDisc } = await orderTwoParts(shop, vera);
  await shipPieces(admin, order);
  await askReturn(vera, order, [{ line: ofDisc, quantity: 1, reason: "not_needed" }]);
  await vera.send("POST", "/api/reviews", aReview());
  await addFailedLetter(shop, "451 not now");
  const stated = { name: "Vera", email: vera.email, orderNumber: "1", goods: "" };
  await shop.send("POST", "/api/withdrawals", { key: crypto.randomUUID(), ...stated });
  return { shop, admin, other };
}

const openDesk = share(fill, async () => {});

type List = {
  label: string;
  path: string;
  /** Its views are kept under this name. */
  list: string;
  /** One that can be hidden, and its headings in the file. */
  column: string;
  headings: string[];
  isSelected?: boolean;
  /** Where Enter leads. */
  opens?: RegExp;
};

const lists: List[] = [
  {
    label: "Orders",
    path: "/dashboard/manageAllOrders?view=work",
    list: "orders",
    column: "Promised",
    headings: ["Promised"],
    isSelected: true,
    opens: /open=/,
  },
  {
    label: "People",
    path: "/dashboard/people",
    list: "people",
    column: "Returns",
    headings: ["Returns"],
    isSelected: true,
    opens: /people\/./,
  },
  {
    label: "Reviews",
    path: "/dashboard/manageReviews",
    list: "reviews",
    column: "Account",
    headings: ["Account"],
    isSelected: true,
  },
  {
    label: "Returns",
    path: "/dashboard/returns",
    list: "returns",
    column: "Parts",
    headings: ["Parts"],
    isSelected: true,
    opens: /returns\/./,
  },
  {
    label: "Withdrawals",
    path: "/dashboard/returns/withdrawals",
    list: "withdrawals",
    column: "Stated by",
    headings: ["Name", "E-mail"],
  },
  {
    label: "Audit log",
    path: "/dashboard/auditLog",
    list: "audit-log",
    column: "From",
    headings: ["From"],
    isSelected: true,
  },
  {
    label: "Failed",
    path: "/dashboard/jobs",
    list: "jobs",
    column: "Reason",
    headings: ["Reason"],
    isSelected: true,
  },
];

const isAtRow = (page: Page) => page.evaluate(() => document.activeElement?.matches("[data-row]"));

it.each(lists)("$label: keys, columns, views, and a file of what is shown", async (list) => {
  const { shop, admin, other } = await openDesk();
  const { label, path, column, headings, isSelected = false, opens } = list;
  const params = { view: new URL(path, shop.url).searchParams.get("view") ?? "" };
  const views = { list: list.list, params, columns: ["Long gone"] };
  await other.send("POST", "/api/saved-views", { ...views, name: "Old", isShared: true });
  await other.send("POST", "/api/saved-views", { ...views, name: "Not yours", isShared: false });
  const page = await openPageAs(shop, admin, path);
  const table = page.getByRole("table", { name: label });
  await table.waitFor();

  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await expect.poll(() => isAtRow(page)).toBe(true);
  const bar = page.getByRole("region", { name: "Selected rows" });
  await page.keyboard.press("x");
  if (isSelected) await bar.waitFor();
  else await expect.poll(() => bar.count()).toBe(0);
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keys" });
  await help.getByText("j, k").waitFor();
  const keys = await help.getByRole("term").allInnerTexts();
  expect([keys.includes("j, k"), keys.includes("x"), keys.includes("e")]).toEqual([
    true,
    isSelected,
    false,
  ]);
  await page.keyboard.press("Escape");

  await pressButton(page, "Columns");
  await page.getByRole("checkbox", { name: column, exact: true }).uncheck();
  await page.keyboard.press("Escape");
  await expect.poll(() => new URL(page.url()).searchParams.get("columns")).toBe(column);
  const heading = table.getByRole("columnheader", { name: column, exact: true });
  await expect.poll(() => heading.count()).toBe(0);
  const readHead = async () => {
    const href = await page.getByRole("link", { name: "CSV" }).getAttribute("href");
    const file = await (await admin.request(href ?? "")).text();
    return file.split("\r\n")[0]?.split(",") ?? [];
  };
  for (const each of headings) await expect.poll(readHead).not.toContain(each);

  await pressButton(page, "Views");
  const dialog = page.getByRole("dialog", { name: "Saved views" });
  await expect.poll(() => dialog.getByText("Not yours").count()).toBe(0);
  await fillFields(page, { "Save what is shown as": "Mine" });
  await pressButton(page, "Save the view");
  await dialog.getByRole("button", { name: /^Old/ }).click();
  await page.getByText("which this list no longer has").waitFor();
  await heading.waitFor();
  for (const each of headings) await expect.poll(readHead).toContain(each);
  await pressButton(page, "Views");
  await dialog.getByRole("button", { name: "Mine", exact: true }).click();
  await heading.waitFor({ state: "detached" });

  if (!opens) return;
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.waitForURL(opens);
});
