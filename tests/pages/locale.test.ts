// Figures and dates as the reader's browser writes them; dollars for everyone.
import { it } from "vitest";
import { openPageAs } from "#tests/open-page-as.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { signUp } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

it("a signed-in person reads figures in the way of their country, and a public page in that of its text", async () => {
  const shop = await emptyShop();
  const vera = await signUp(shop);
  const part = await aStockedPart(shop, { priceCents: 61_725, availablQuantity: 1_234_567 });
  const { orderedAt } = await placeOrder(vera, part);
  const page = await openPageAs(shop, vera, "/dashboard/myOrder", { locale: "de-DE" });
  await page.getByText("$1.234,50", { exact: true }).waitFor();
  const day = new Intl.DateTimeFormat("de-DE", { dateStyle: "medium" }).format(new Date(orderedAt));
  await page.getByText(day).filter({ visible: true }).first().waitFor();
  await page.goto(`${shop.url}/purchase/${part.id}`);
  await page.getByText("Price : $617,25", { exact: true }).waitFor();
  await page.getByText("1.234.565", { exact: true }).waitFor();
  await page.goto(`${shop.url}/product`);
  await page.getByText("Price : $617.25").waitFor();
});
