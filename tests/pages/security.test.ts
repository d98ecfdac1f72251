// Passwords and sessions, as people look after their own.
import { json } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { changePerson } from "#tests/builders/person.ts";
import { openPageAs, readFocusedName, toast } from "#tests/open-page-as.ts";
import { type SignedIn, signIn, signUp } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

describe("sign-in and security", () => {
  it("lists one's browsers in words, ends one, and all others by a changed password, or every one", async () => {
    const shop = await emptyShop();
    const vera = await signUp(shop);
    const agent =
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";
    const firefox = await signIn(shop, vera, { "user-agent": agent });
    const other = await signIn(shop, vera);
    const statusOf = async ({ get }: SignedIn) => (await get("/api/identity/sessions")).status;
    const page = await openPageAs(shop, vera, "/dashboard/security", { expectedTroubles: /400/ });
    const lines = page.getByRole("list", { name: "Where you are signed in" }).getByRole("listitem");
    const line = lines.filter({ hasText: "Firefox on Windows" });
    await line.waitFor();
    await expect.poll(() => lines.count()).toBe(3);
    expect(await page.getByText("This browser").count()).toBe(1);
    await line.getByRole("button", { name: "Sign out Firefox on Windows" }).click();
    await line.waitFor({ state: "detached" });
    await expect.poll(() => readFocusedName(page)).toBe("Where you are signed in");
    const signedIn = await Promise.all([firefox, other, vera].map(statusOf));
    expect(signedIn).toEqual([401, 200, 200]);

    const change = page.getByRole("button", { name: "Change password" });
    await change.click();
    await expect.poll(() => page.getByText("Password is Required").count()).toBe(2);
    await page.getByLabel("Current password").fill("not the right one");
    await page.getByLabel("New password").fill("a whole new horse");
    await change.click();
    await page.getByText("Is not your current password").waitFor();
    expect(await statusOf(other)).toBe(200);

    await page.getByLabel("Current password").fill(vera.password);
    await change.click();
    await toast(page, "Your password is changed. All other browsers are signed out.").waitFor();
    await expect.poll(() => lines.count()).toBe(1);
    await expect.poll(() => page.getByLabel("New password").inputValue()).toBe("");
    expect(await statusOf(other)).toBe(401);
    const again = await signIn(shop, { ...vera, password: "a whole new horse" });

    const cookies = await page.context().cookies();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Are you sure?" });
    await dialog.getByRole("button", { name: "Sign out everywhere" }).click();
    await page.waitForURL(/\/login/);
    expect((await again.get("/api/identity/session")).body).toEqual({ user: null });
    const own = await shop.request("/api/identity/session", { headers: { cookie } });
    expect(await own.json()).toEqual({ user: null });
  });

  it("lets people download their data, and delete their account", async () => {
    const shop = await emptyShop();
    const vera = await signUp(shop);
    const page = await openPageAs(shop, vera, "/dashboard/security", { expectedTroubles: /400/ });
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download my data" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe("my-shop-data.json");
    expect(await json(await download.createReadStream())).toMatchObject({
      account: { email: vera.email },
    });

    const password = page.getByLabel("Your password");
    const open = page.getByRole("button", { name: "Delete my account" });
    const dialog = page.getByRole("alertdialog", { name: "Are you sure?" });
    const confirm = dialog.getByRole("button", { name: "Delete my account" });
    await open.click();
    await page.getByText("Password is Required").waitFor();
    await password.fill("not the right one");
    await open.click();
    await confirm.click();
    await page.getByText("Is not your password").waitFor();
    await password.fill(vera.password);
    await open.click();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect((await vera.get("/api/identity/sessions")).status).toBe(200);
    await open.click();
    await confirm.click();
    await toast(page, "Your account is deleted.").waitFor();
    await page.waitForURL(`${shop.url}/`);
    expect((await vera.get("/api/identity/sessions")).status).toBe(401);
  });

  it("tells people without a password how they sign in, and how to set one", async () => {
    const shop = await emptyShop();
    const vera = await signUp(shop);
    await changePerson(shop.shop.db, vera, { passwordHash: null });
    const page = await openPageAs(shop, vera, "/dashboard/security");
    await page.getByText("You sign in with Google").waitFor();
    await expect.poll(() => page.getByLabel("Current password").count()).toBe(0);
    await page.getByRole("link", { name: "ask for a letter" }).click();
    await page.waitForURL(`${shop.url}/forgotten`);
  });
});
