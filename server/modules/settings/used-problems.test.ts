// What people, companies and parts have cannot be taken out of the settings unseen.
import { expect, it } from "vitest";
import type { SettingsFile, SettingsRecord } from "#contract/settings.ts";
import { aStockedPart } from "#tests/orders.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";
import { saveSettings } from "#tests/save-settings.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

async function open() {
  const shop = await emptyShop();
  const [admin, vera] = [await signUpAdmin(shop), await signUp(shop)];
  const save = async (section: "discounts" | "tax", changes: object) => {
    const all = (await admin.get("/api/settings")).body as SettingsRecord[];
    const { version, value } = all.find((each) => each.section === section) as SettingsRecord;
    const sent = { section, version, value: { ...value, ...changes } };
    return admin.send("PUT", "/api/settings", sent);
  };
  return { shop, admin, vera, save };
}

it("a group that somebody has stays, and the refusal says how many have it", async () => {
  const { admin, vera, save } = await open();
  await saveSettings(admin, { discounts: { groups: [{ id: "garage", name: "Garages" }] } });
  const before = (await admin.get("/api/settings/file")).body as { sections: object };
  const set = (group: string | null) =>
    admin.send("PUT", "/api/people/price-group", { ids: [vera.user._id], group });
  expect((await set("garage")).status).toBe(200);
  const refused = await save("discounts", { groups: [] });
  expect([refused.status, refused.body]).toMatchObject([
    400,
    {
      error: {
        message: expect.stringMatching(/^1 person is in the group “Garages”.*Nothing was saved\.$/),
        fields: { "value.groups": expect.stringContaining("1 person") },
      },
    },
  ]);
  const file = structuredClone(before) as SettingsFile;
  Object.assign(file.sections.discounts ?? {}, { groups: [] });
  expect(await admin.send("PUT", "/api/settings/file", { file })).toMatchObject({
    status: 400,
    body: { error: { fields: { "sections.discounts.groups": expect.any(String) } } },
  });
  expect((await admin.get("/api/settings/file")).body).toMatchObject({
    sections: before.sections,
  });
  expect((await set(null)).status).toBe(200);
  expect((await save("discounts", { groups: [] })).status).toBe(200);
});

it("a tax class that parts have stays, and the refusal says how many have it", async () => {
  const { shop, admin, save } = await open();
  const classes = ["standard", "reduced"].map((id) => ({ id, name: id }));
  expect((await save("tax", { classes })).status).toBe(200);
  const { id } = await aStockedPart(shop);
  const give = (taxClass: string) => admin.send("PATCH", `/api/parts/${id}`, { taxClass });
  expect((await give("reduced")).status).toBe(200);
  expect(await save("tax", { classes: classes.slice(0, 1) })).toMatchObject({
    status: 400,
    body: { error: { fields: { "value.classes": expect.stringMatching(/^1 part is in/) } } },
  });
  expect((await give("standard")).status).toBe(200);
  expect((await save("tax", { classes: classes.slice(0, 1) })).status).toBe(200);
});
