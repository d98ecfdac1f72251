import { expect, it } from "vitest";
import type { SettingsRecord } from "#contract/settings.ts";
import { openShop } from "#tests/open-shop.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";
import { saveSettings } from "#tests/save-settings.ts";

it("how much unpaid orders keep is a setting, where the environment does not say so", async () => {
  const shop = await openShop({ env: { RESERVATION_MINUTES: "30", RESERVATION_FACTOR: "1" } });
  const [admin, buyer, part] = [
    await signUpAdmin(shop),
    await signUp(shop),
    await aStockedPart(shop),
  ];
  const read = async () =>
    ((await admin.get("/api/settings")).body as SettingsRecord[]).find(
      ({ section }) => section === "holds",
    );
  const overridden = { minutes: "RESERVATION_MINUTES" };
  expect(await read()).toMatchObject({ value: { minutes: 30, ordersEach: 10 }, overridden });
  await saveSettings(admin, { holds: { ordersEach: 1 } });
  const saved = await read();
  expect(saved).toMatchObject({ value: { minutes: 30, ordersEach: 1 }, overridden });
  const reserved = async () => (await admin.get(`/api/parts/${part.id}/stock`)).body;
  await placeOrder(buyer, part);
  expect(await reserved()).toMatchObject({ reserved: 2 });
  // Taken, but it keeps nothing from others.
  await placeOrder(buyer, part);
  expect(await reserved()).toMatchObject({ reserved: 2 });
  const { section, version, value } = saved ?? {};
  for (const wrong of [{ closeDays: 0 }, { piecesEach: 1.5 }, { minutes: 5 }]) {
    const sent = { section, version, value: { ...value, ...wrong } };
    expect((await admin.send("PUT", "/api/settings", sent)).status).toBe(400);
  }
});
