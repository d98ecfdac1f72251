// Who runs the shop: making admins, deleting people, and what happens without the right to.

import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { aPart } from "#seed/builders.ts";
import { announceChange } from "#tests/builders/event.ts";
import { addPeople, setRole } from "#tests/builders/person.ts";
import { blank } from "#tests/open-page.ts";
import { errorToast, openPageAs, readFocusedName, toast } from "#tests/open-page-as.ts";
import { fillFields, pressButton } from "#tests/page-actions.ts";
import { type SignedIn, signUp, signUpAdmin, verifyEmail } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

const rowOf = (page: Page, { email }: SignedIn) => page.getByRole("row").filter({ hasText: email });

describe("making admins", () => {
  it("[§2.67 §4.13 §4.14 §8.8] shows people as they come, makes one an admin, and leaves no button for it", async () => {
    const shop = await emptyShop();
    const admin = await signUpAdmin(shop);
    const page = await openPageAs(shop, admin, "/dashboard/makeAdmin");
    await rowOf(page, admin).waitFor();
    await expect
      .poll(() => page.getByRole("columnheader").allTextContents())
      .toEqual(["no", "Email", "Admin", "Delete"]);
    const vera = await signUp(shop);
    const unproven = rowOf(page, vera).getByText("not verified");
    await unproven.waitFor();
    await verifyEmail(shop, vera);
    await announceChange(shop, ["users"]);
    await unproven.waitFor({ state: "detached" });
    const make = (person: SignedIn) =>
      rowOf(page, person).getByRole("button", { name: "Make Admin" });
    expect(await make(admin).count()).toBe(0);
    await make(vera).click();
    await toast(page, "Successfully made an admin").waitFor();
    await toast(page, vera.email).waitFor();
    await rowOf(page, vera).getByText("Admin", { exact: true }).waitFor();
    await expect.poll(() => make(vera).count()).toBe(0);
    await expect.poll(() => readFocusedName(page)).toBe("Admin");
    expect((await vera.get("/api/user")).status).toBe(200);
  });

  it("shows long lists a page at a time", async () => {
    const shop = await emptyShop();
    const admin = await signUpAdmin(shop);
    const emails = Array.from({ length: 59 }, (_, index) => `person.${index + 2}@example.com`);
    await addPeople(shop.shop.db, emails);
    // Or the page would be told a moment later, and fetch the people again.
    await shop.shop.events.publish();
    const page = await openPageAs(shop, admin, "/dashboard/makeAdmin", {
      expectedTroubles: /FAILED/,
    });
    await page.getByText("person.50@example.com").waitFor();
    await expect.poll(() => page.getByRole("row").count()).toBe(51);
    await page.route("**/api/user?*after=*", (route) => route.abort());
    const told = page.getByRole("alert").getByText("The shop cannot be reached");
    // The list that comes again, when the page hears of a change, takes the message away.
    await expect
      .poll(
        async () => {
          await page.getByRole("button", { name: "Show more people" }).click();
          return told.waitFor({ timeout: 2_000 }).then(
            () => true,
            () => false,
          );
        },
        { timeout: 30_000 },
      )
      .toBe(true);
    await page.unroute("**/api/user?*after=*");
    await page.getByRole("button", { name: "Show more people" }).click();
    const last = page.getByRole("row").filter({ hasText: "person.60@example.com" });
    await expect.poll(() => last.getByRole("cell").first().textContent()).toBe("60");
    await expect.poll(() => page.getByRole("button", { name: "Show more people" }).count()).toBe(0);
  });

  it("[§5.16 §8.9] deletes nobody unless it is confirmed, not oneself, and signs out who is deleted", async () => {
    const shop = await emptyShop();
    const [vera, admin] = [await signUp(shop), await signUpAdmin(shop)];
    await signUpAdmin(shop);
    const page = await openPageAs(shop, admin, "/dashboard/makeAdmin", { expectedTroubles: /409/ });
    const dialog = page.getByRole("alertdialog", { name: "Are you sure?" });
    const remove = (person: SignedIn) =>
      rowOf(page, person).getByRole("button", { name: "Delete" }).click();
    const confirm = () => dialog.getByRole("button", { name: "Delete" }).click();
    for (const leave of [
      () => dialog.getByRole("button", { name: "Cancel" }).click(),
      () => page.keyboard.press("Escape"),
      // The safe choice has the focus.
      () => page.keyboard.press("Enter"),
      () => page.mouse.click(5, 300),
    ]) {
      await remove(vera);
      await dialog.getByText(vera.email).waitFor();
      await expect.poll(() => readFocusedName(page)).toBe("Cancel");
      await leave();
      await dialog.waitFor({ state: "detached" });
      await expect.poll(() => readFocusedName(page)).toBe(`Delete ${vera.email}`);
    }
    const session = await vera.get("/api/identity/session");
    expect(session.body).toMatchObject({ user: { email: vera.email } });

    await remove(admin);
    await confirm();
    await errorToast(page, "You cannot delete your own account here.").waitFor();
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => readFocusedName(page)).toBe(`Delete ${admin.email}`);

    const veras = await openPageAs(shop, vera, "/dashboard/security", { expectedTroubles: /401/ });
    await veras.getByText("This browser").waitFor();
    // Asks nothing more by itself, which would be refused.
    await veras.getByRole("button", { name: "Set up an authenticator app" }).waitFor();
    await remove(vera);
    await confirm();
    await toast(page, "Deleted Success").waitFor();
    await toast(page, vera.email).waitFor();
    await rowOf(page, vera).waitFor({ state: "detached" });
    await expect.poll(() => readFocusedName(page)).toBe("Make Admin");
    await veras.waitForURL(/\/login\?from=%2Fdashboard%2Fsecurity$/);
  });
});

describe("without the right", () => {
  it("[§6.7 §8.4] an admin who is none any more is refused by the next call, and signed out", async () => {
    const shop = await emptyShop();
    const admin = await signUpAdmin(shop);
    const vera = await signUp(shop);
    const page = await openPageAs(shop, admin, blank, { expectedTroubles: /40[13]/ });
    // Nobody tells the browser: it learns by what it asks next.
    await page.route("**/api/live**", () => {});
    await page.goto(`${shop.url}/dashboard/makeAdmin`);
    await rowOf(page, vera).waitFor();
    // Not before the click: the page may still be asking for something else.
    await page.route("**/api/user/admin/**", async (route) => {
      await setRole(shop, admin, "customer");
      await route.continue();
    });
    await rowOf(page, vera).getByRole("button", { name: "Make Admin" }).click();
    await errorToast(page, "Failed to make an admin").waitFor();
    await page.waitForURL(/\/login/);
    expect((await vera.get(`/api/admin/${vera.email}`)).body).toEqual({ admin: false });
  });

  it.each([
    ["before it is saved", []],
    ["while it is saved", [403]],
  ])(
    "an admin who is none any more is told, signed out, and saves no changed form, %s",
    async (when, answers) => {
      const shop = await emptyShop();
      const [admin, other] = [await signUpAdmin(shop), await signUpAdmin(shop)];
      const { body } = await admin.send("POST", "/api/parts", aPart({ name: "Oil Filter" }));
      const { insertedId: id } = body as { insertedId: string };
      const page = await openPageAs(shop, admin, `/dashboard/manageProducts/${id}`, {
        expectedTroubles: /40[13]/,
      });
      const saves: number[] = [];
      page.on("response", (answer) => {
        if (answer.request().method() === "PATCH") saves.push(answer.status());
      });
      await fillFields(page, { Name: "Oil Filter, tall" });
      await page.getByRole("region", { name: "Changes" }).getByText("1 change: name").waitFor();
      if (when === "before it is saved") await setRole(shop, admin, "customer");
      else {
        await page.route(`**/api/parts/${id}`, async (route) => {
          await setRole(shop, admin, "customer");
          await route.continue();
        });
        await pressButton(page, "Save");
      }
      await page.waitForURL(/\/login/);
      await page.getByText("That page is for admins.").waitFor();
      expect(saves).toEqual(answers);
      expect((await other.get(`/api/parts/${id}/record`)).body).toMatchObject({
        name: "Oil Filter",
      });
    },
  );
});
