import { expect, it } from "vitest";
import type { AuditEntry } from "#contract/audit.ts";
import type { SettingsFile, SettingsImport } from "#contract/settings.ts";
import { aDeliveryMethod } from "#tests/builders/settings.ts";
import { openShop } from "#tests/open-shop.ts";
import { signUpAdmin } from "#tests/people.ts";
import { saveSettings } from "#tests/save-settings.ts";

const zones = [{ id: "home", name: "Home", places: [{ country: "DE" }] }];

async function openWithFile(env: Record<string, string> = {}) {
  const shop = await openShop({ env });
  const admin = await signUpAdmin(shop);
  await saveSettings(admin, { delivery: { zones, methods: [aDeliveryMethod()] } });
  const file = (await admin.get("/api/settings/file")).body as SettingsFile;
  const put = (sent: unknown, seen?: string) =>
    admin.send("PUT", "/api/settings/file", { file: sent, seen });
  return { admin, file, put };
}

it("a file of settings shows what it changes, and is saved as it was shown, or not at all", async () => {
  const { admin, file, put } = await openWithFile();
  expect((await put(file)).body).toMatchObject({ changes: [], isSaved: false });
  const { delivery, company } = file.sections;
  const changed = {
    settings: 1,
    exportedAt: file.exportedAt,
    sections: {
      company: { ...company, phone: "+1 555 0100" },
      delivery: { ...delivery, methods: [aDeliveryMethod({ name: "Express" })] },
    },
  };
  const shown = (await put(changed)).body as SettingsImport;
  expect(shown.changes).toEqual([
    { section: "company", path: "phone", before: '""', after: '"+1 555 0100"' },
    { section: "delivery", path: "methods.parcel.name", before: '"Parcel"', after: '"Express"' },
  ]);
  await saveSettings(admin, { company: { email: "shop@example.com" } });
  expect((await put(changed, shown.seen)).status).toBe(409);
  const { seen } = (await put(changed)).body as SettingsImport;
  expect((await put(changed, seen)).body).toMatchObject({ isSaved: true });
  const { sections } = (await admin.get("/api/settings/file")).body as SettingsFile;
  expect(sections.delivery?.methods[0]?.name).toBe("Express");
  expect(sections.company).toMatchObject({ phone: "+1 555 0100", email: "" });
  expect(sections.tax).toEqual(file.sections.tax);
  const [last] = (await admin.get("/api/audit?action=edit-settings")).body as AuditEntry[];
  expect((await admin.send("POST", `/api/undo/${last?._id}`)).status).toBe(200);
});

it("contradictions in a file, and with what is not in it, are named, and nothing is saved", async () => {
  const { admin, file, put } = await openWithFile();
  const { delivery, tax } = file.sections;
  const classes = [{ id: "other", name: "Other" }];
  const contradictory = {
    settings: 1,
    sections: {
      tax: { ...tax, classes },
      company: { ...file.sections.company, name: "Parts Ltd" },
    },
  };
  expect(await put(contradictory)).toMatchObject({
    status: 400,
    body: {
      error: {
        fields: {
          "sections.tax.classes": "The delivery method Parcel needs standard",
          "sections.delivery.methods.0.taxClass":
            "There is no tax class standard in the tax settings",
        },
      },
    },
  });
  const wrong = { ...delivery, methods: [{ ...aDeliveryMethod(), cutOff: "noon" }] };
  const named = (await put({ settings: 1, sections: { delivery: wrong } })).body as {
    error: { fields: object };
  };
  expect(Object.keys(named.error.fields)).toEqual(["file.sections.delivery.methods.0.cutOff"]);
  for (const sent of [
    { settings: 2, sections: {} },
    { settings: 1, sections: { other: {} } },
    {},
  ]) {
    expect((await put(sent)).status).toBe(400);
  }
  expect((await admin.get("/api/settings/file")).body).toMatchObject({ sections: file.sections });
});

it("what the environment sets stays, and is shown", async () => {
  const { file, put } = await openWithFile({ COMPANY_NAME: "Parts Ltd" });
  expect(file.sections.company?.name).toBe("Parts Ltd");
  const company = { ...file.sections.company, name: "Other Ltd" };
  expect((await put({ settings: 1, sections: { company } })).body).toMatchObject({
    changes: [],
    overridden: { "company.name": "COMPANY_NAME" },
  });
});
