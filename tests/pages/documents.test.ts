// Invoices where their customers, guests and admins look for them.
import { expect, it } from "vitest";
import { payOrder, placeBasket, setUpDelivery } from "#tests/basket-order.ts";
import { makeJobsDue } from "#tests/builders/job.ts";
import { waitUntilLettersSent } from "#tests/builders/letter.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { openPage } from "#tests/open-page.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import { aStockedPart } from "#tests/orders.ts";
import { readLetters, tokenOfLetter } from "#tests/outbox.ts";
import { openPayingShop, runDueJobs } from "#tests/paying-shop.ts";
import { signUp, signUpAdmin, verifyEmail } from "#tests/people.ts";

it("an invoice appears on the open page, for guests by their link, and admins correct it", async () => {
  const shop = await openPayingShop();
  const [vera, admin] = [await signUp(shop), await signUpAdmin(shop)];
  await setUpDelivery(admin);
  await verifyEmail(shop, vera);
  const disc = await aStockedPart(shop, { name: "Disc" });
  const order = await payOrder(shop, vera, await placeBasket(vera, [[disc, 2]]));
  const page = await openPageAs(shop, vera, "/dashboard/myOrder");
  await page.getByRole("link", { name: `Invoice of order ${order.number}` }).click();
  await page.getByText("Your invoice is being written.").waitFor();
  await makeJobsDue(shop.shop.db, "follow-payments");
  shop.shop.jobs.wake();
  const own = page.getByRole("link", { name: /^Invoice INV-[\d-]+, PDF$/ });
  await own.waitFor();
  const file = page.waitForEvent("download");
  await own.click();
  expect((await file).suggestedFilename()).toMatch(/^INV-\d{4}-00001\.pdf$/);
  expect(await findAccessibilityFaults(page)).toEqual([]);

  await waitUntilLettersSent(shop);
  const letters = await readLetters(shop);
  const letter = letters.find((each) => each.includes("Subject: Invoice INV-")) ?? "";
  const token = tokenOfLetter(letter);
  const guest = await openPage(`${shop.url}/order#token=${token}`);
  const linked = guest.waitForEvent("download");
  await guest.getByRole("button", { name: /^Invoice INV-[\d-]+, PDF$/ }).click();
  expect((await linked).suggestedFilename()).toMatch(/^INV-/);

  const desk = await openPageAs(shop, admin, `/dashboard/manageAllOrders?order=${order._id}`);
  await desk.getByText("Correct the invoice").click();
  await desk.getByLabel("Name or company").fill("Lind Garage AB");
  await desk.getByRole("textbox", { name: "Why" }).fill("The company was missing");
  await desk.getByRole("button", { name: "Credit the invoice and write a new one" }).click();
  await desk.getByRole("link", { name: /^Credit note CRN-[\d-]+, PDF$/ }).waitFor();
  await expect
    .poll(() => desk.getByRole("link", { name: /^Invoice INV-[\d-]+, PDF$/ }).count())
    .toBe(2);
  expect(await findAccessibilityFaults(desk)).toEqual([]);

  const refund = { key: crypto.randomUUID(), reason: "goodwill", note: "", amount: 1 };
  const refunded = await admin.send("POST", `/api/orders/${order._id}/refunds`, refund);
  expect(refunded.status).toBe(200);
  await runDueJobs(shop);
  await makeJobsDue(shop.shop.db, "follow-payments");
  shop.shop.jobs.wake();
  const list = async () => (await admin.get(`/api/orders/${order._id}/documents`)).body;
  await expect.poll(list).toHaveLength(4);
  await desk.reload();
  await desk.getByText("Correct the invoice").click();
  await desk.getByText("is about this invoice already").waitFor();
  await expect.poll(() => desk.getByLabel("Name or company").count()).toBe(0);
});
