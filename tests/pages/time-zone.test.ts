// Days and times are those of the shop, wherever its readers are.
import { expect, it } from "vitest";
import type { Order } from "#contract/orders.ts";
import type { Overview } from "#contract/overview.ts";
import { addOrders, changeOrder } from "#tests/builders/order.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";
import { readPdf } from "#tests/read-pdf.ts";
import { saveSettings } from "#tests/save-settings.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const inDhaka = shareEmptyShop({ TIME_ZONE: "Asia/Dhaka" });
const emptyShop = shareEmptyShop();

const dayMs = 86_400_000;
const inUtc = { timezoneId: "UTC" };

/** Paid at 23:30 UTC some days ago, when the next day had begun in Dhaka. */
async function openShopWithLateOrder() {
  const shop = await inDhaka();
  const [admin, vera] = [await signUpAdmin(shop), await signUp(shop)];
  const day = new Date(Date.now() - 5 * dayMs).toISOString().slice(0, 10);
  const at = Date.parse(`${day}T23:30Z`);
  const [_id = ""] = await addOrders(shop, [{ at, user: vera.user, state: "paid" }]);
  await changeOrder(shop.shop.db, { _id }, { paidAt: new Date(at) });
  const next = new Date(Date.parse(day) + dayMs);
  const long = next.toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });
  const medium = next.toLocaleDateString("en-US", { dateStyle: "medium", timeZone: "UTC" });
  return { shop, admin, vera, _id, next: next.toISOString().slice(0, 10), long, medium };
}

it("packing slip, overview, list and pages of an order agree on its day", async () => {
  const { shop, admin, vera, _id, next, long, medium } = await openShopWithLateOrder();
  const slip = await admin.request(`/api/shipments/papers.pdf?only=slips&orders=${_id}`);
  expect(readPdf(Buffer.from(await slip.arrayBuffer())).text).toContain(`Ordered: ${long}`);

  const overview = (await admin.get("/api/overview?period=week")).body as Overview;
  const paid = overview.paidPerDay?.days.filter((each) => each.paid > 0);
  expect(paid?.map(({ day }) => day)).toEqual([next]);

  const time = `${medium}, 5:30 AM GMT+6`;
  const list = `/dashboard/manageAllOrders?from=${next}&to=${next}`;
  const page = await openPageAs(shop, admin, list, inUtc);
  await page.getByRole("table").getByText(time).waitFor();
  const [order] = (await admin.get("/api/allOrders")).body as Order[];
  const own = await openPageAs(shop, vera, `/dashboard/order/${order?.number}`, inUtc);
  await own.getByText(`Ordered ${medium}, GMT+6`).waitFor();
  const near = await openPageAs(shop, vera, "/dashboard/myOrder", { timezoneId: "Asia/Dhaka" });
  await near.getByText(`${medium}, 5:30 AM`, { exact: true }).first().waitFor();
});

it("another time zone in the settings shows at once, on cached pages as well", async () => {
  const shop = await emptyShop();
  const admin = await signUpAdmin(shop);
  const zoneOf = async () =>
    /<meta name="time-zone" content="([^"]*)">/.exec(await (await shop.request("/")).text())?.[1];
  expect(await zoneOf()).toBe("UTC");
  await saveSettings(admin, { company: { timeZone: "Asia/Dhaka" } });
  expect(await zoneOf()).toBe("Asia/Dhaka");

  await addOrders(shop, [{ at: Date.parse("2026-11-20T12:00Z") }]);
  const page = await openPageAs(shop, admin, "/dashboard/settings", inUtc);
  await page.getByLabel("Time zone of the works").fill("Asia/Tokyo");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved. It is in force now.").waitFor();
  await page.getByRole("link", { name: /^Manage All Orders/ }).click();
  await page.getByRole("table").getByText("Nov 20, 2026, 9:00 PM GMT+9").waitFor();
});
