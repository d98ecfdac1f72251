import { expect } from "vitest";
import type { Settings, SettingsRecord } from "#contract/settings.ts";
import type { SignedIn } from "./people.ts";

/** By section; fields that are left out stay as they are. */
export async function saveSettings(
  admin: SignedIn,
  values: { [Section in keyof Settings]?: object },
): Promise<void> {
  const records = (await admin.get("/api/settings")).body as SettingsRecord[];
  for (const [section, changes] of Object.entries(values)) {
    const record = records.find((each) => each.section === section);
    const value = { ...record?.value, ...changes };
    const { status, body } = await admin.send("PUT", "/api/settings", {
      section,
      version: record?.version,
      value,
    });
    expect([status, body]).toMatchObject([200, {}]);
  }
}
