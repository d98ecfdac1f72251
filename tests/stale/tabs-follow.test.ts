import { describe, expect, it } from "vitest";
import type { PartPage } from "#contract/catalog.ts";
import { aPart } from "#seed/builders.ts";
import { importFile, listLines } from "#tests/imports.ts";
import { listenLive } from "#tests/listen-live.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import { type SignedIn, signUpAdmin } from "#tests/people.ts";
import { saveSettings } from "#tests/save-settings.ts";

const parts = [aPart({ number: "D-1", minimumQuantity: 0 })];

async function count({ get }: OpenShop, admin: SignedIn, pieces: number): Promise<void> {
  const { _id } = (await get("/api/parts/D-1")).body as PartPage;
  const body = { reason: "count", pieces };
  expect((await admin.send("POST", `/api/parts/${_id}/stock`, body)).status).toBe(200);
}

const event = (tag: string) => `"tags":["${tag}"`;

describe("an open tab of a visitor is told", () => {
  it("of stock only if a part can be ordered by it, or no longer, or is low", async () => {
    const shop = await openShop({ parts });
    const admin = await signUpAdmin(shop);
    const { heard } = await listenLive(shop, "shows=part-stock,reviews");
    await count(shop, admin, 300);
    await admin.send("POST", "/api/reviews", {
      name: "",
      ratting: 5,
      img: "",
      description: "Good",
    });
    await expect.poll(heard).toContain(event("reviews"));
    expect(heard()).not.toContain(event("part-stock"));
    await count(shop, admin, 1);
    await expect.poll(heard).toContain(event("part-stock"));
  });

  it("that a line of an import was undone", async () => {
    const shop = await openShop({ parts });
    const admin = await signUpAdmin(shop);
    const applied = await importFile(admin, "prices", "part,price\nD-1,46.00\n");
    const [line] = await listLines(admin, applied);
    const { heard } = await listenLive(shop, "shows=part-prices");
    const path = `/api/imports/${applied._id}/lines/${line?.line}/undo`;
    expect((await admin.send("POST", path)).status).toBe(200);
    await expect.poll(heard).toContain(event("part-prices"));
  });

  it("that settings were saved", async () => {
    const shop = await openShop();
    const admin = await signUpAdmin(shop);
    const { heard } = await listenLive(shop, "shows=settings");
    await saveSettings(admin, { company: { phone: "+46 8 1" } });
    await expect.poll(heard).toContain(event("settings"));
  });
});
