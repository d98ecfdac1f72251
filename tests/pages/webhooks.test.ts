import { Webhook } from "standardwebhooks";
import { expect, it } from "vitest";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import { openShop } from "#tests/open-shop.ts";
import { fillFields, pressButton } from "#tests/page-actions.ts";
import { signUpAdmin } from "#tests/people.ts";
import { openReceiver } from "#tests/webhook-receiver.ts";

it("adds a webhook, shows its secret once, tests it, and shows the log", async () => {
  const receiver = await openReceiver();
  const shop = await openShop({ env: { WEBHOOK_HOSTS: receiver.host } });
  const page = await openPageAs(shop, await signUpAdmin(shop), "/dashboard/webhooks", {
    expectedTroubles: /400/,
  });
  await page.getByText("No webhooks yet").waitFor();
  await fillFields(page, { "Name of the program": "Accounting", Address: "https://10.0.0.1/" });
  await pressButton(page, "Add the webhook");
  await page.getByText("Must be on the public internet").waitFor();
  await fillFields(page, { Address: receiver.url });
  await page.getByLabel("An order was delivered").check();
  await pressButton(page, "Add the webhook");
  const secret = (await page.getByText(/^whsec_/).textContent()) ?? "";
  await page.getByRole("link", { name: "Accounting" }).click();
  await page.getByText("No messages here").waitFor();
  await pressButton(page, "Send a test");
  const row = page.getByRole("table", { name: "Messages" }).getByRole("row");
  await row.filter({ hasText: "webhook.test" }).filter({ hasText: "Delivered" }).waitFor();
  const [message] = receiver.received;
  expect(
    new Webhook(secret).verify(message?.body ?? "", message?.headers as Record<string, string>),
  ).toMatchObject({ type: "webhook.test" });
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await pressButton(page, "Send again: webhook.test");
  await expect.poll(() => receiver.received).toHaveLength(2);
  await pressButton(page, "New secret");
  await expect.poll(() => page.getByText(/^whsec_/).textContent()).not.toBe(secret);
  await page.getByText(/signed with the secret before/).waitFor();
  await pressButton(page, "Delete…");
  await pressButton(page, "Delete the webhook");
  await page.getByText("No webhooks yet").waitFor();
});
