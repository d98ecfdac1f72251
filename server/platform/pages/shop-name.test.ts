// One word of the configuration says what the shop is called, everywhere.
import { describe, expect, it } from "vitest";
import { aPart } from "#seed/builders.ts";
import { createEmptyDatabase } from "#tests/create-database.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { startMailServer } from "#tests/mail-server.ts";
import { openPage } from "#tests/open-page.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import { openShop } from "#tests/open-shop.ts";
import { signUp } from "#tests/people.ts";

const name = `Gears & "Sons" <Ltd>`;
const inHtml = "Gears &#38; &#34;Sons&#34; &#60;Ltd&#62;";

describe("the shop's name", () => {
  it("is on every page, and the usual one on none", async () => {
    const databaseUrl = await createEmptyDatabase();
    const { request } = await openShop({ databaseUrl, env: { SHOP_NAME: name }, parts: [aPart()] });
    const pages = [
      "/",
      "/product",
      "/about",
      "/blog",
      "/contact",
      "/login",
      "/dashboard",
      "/nowhere",
    ];
    for (const path of pages) {
      const html = await (await request(path)).text();
      expect([path, html.includes(` · ${inHtml}</title>`)]).toEqual([path, true]);
      expect(html).toContain(`<meta name="application-name" content="${inHtml}">`);
      expect(html).not.toContain("<Ltd>");
      expect([path, /Partwright/i.exec(html)?.[0]]).toEqual([path, undefined]);
    }
    const manifest = await (await request("/site.webmanifest")).json();
    expect(manifest).toMatchObject({ name, short_name: name });
  });

  it("stays when the browser takes the page over, and on the next page", async () => {
    const shop = await openShop({ env: { SHOP_NAME: name }, parts: [aPart()] });
    // A difference between the server's page and the browser's is a console error, which fails.
    const page = await openPageAs(shop, await signUp(shop), "/");
    await page.getByRole("link", { name: `${name}, home page` }).waitFor();
    await page.getByText(`Welcome to ${name}`).waitFor();
    await page.getByText(`${name} has made reliable auto parts since 2012`).waitFor();
    await page.getByRole("link", { name: "Products", exact: true }).click();
    await expect.poll(() => page.title()).toBe(`All Products · ${name}`);
    await page.goto(`${shop.url}/dashboard`);
    await page.getByRole("heading", { name: "My Profile" }).waitFor();
    expect(await page.locator("body").innerText()).not.toMatch(/Partwright/i);
  });

  it("is who letters come from", async () => {
    const mail = await startMailServer();
    const env = { SHOP_NAME: "Gears Works", SMTP_URL: mail.url, MAIL_FROM: "shop@shop.example" };
    const shop = await openShop({ env });
    const { email, send } = await signUp(shop);
    await send("POST", "/api/identity/forgotten", { email });
    await expect.poll(() => mail.deliveries).toHaveLength(2);
    const subjects = mail.deliveries.map(({ text }) => /^Subject: (.*)$/m.exec(text)?.[1]);
    expect(subjects.sort()).toEqual([
      "A new password for Gears Works",
      "Verify your e-mail for Gears Works",
    ]);
    for (const { text } of mail.deliveries) {
      expect(text).toMatch(/^From: Gears Works <shop@shop\.example>$/m);
      expect(text).not.toContain("Partwright");
    }
  });

  it("may be long: the navbar holds it at every width", async () => {
    const long = "The Old Northern Works for Reliable Parts of Every Kind Ltd.";
    const { url } = await openShop({ env: { SHOP_NAME: long } });
    for (const width of [320, 390, 768, 1024, 1440]) {
      const page = await openPage(url, { viewport: { width, height: 800 } });
      const { wider, height } = await page.evaluate(() => ({
        wider: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        height: document.querySelector("header")?.getBoundingClientRect().height ?? 0,
      }));
      expect([width, wider, height < 72]).toEqual([width, 0, true]);
    }
  });

  it("is on the page for when no page can be made", async () => {
    const { request, shop } = await openShop({ env: { SHOP_NAME: name } });
    expectWarning(/The database cannot be reached/);
    await shop.close();
    const html = await (await request("/", { headers: { accept: "text/html" } })).text();
    expect(html).toContain(`<title>${inHtml}</title>`);
    expect(html).not.toMatch(/Partwright/i);
  });

  it.each(["two\nlines", " ", "x".repeat(61)])("cannot be %j", async (bad) => {
    await expect(openShop({ env: { SHOP_NAME: bad } })).rejects.toThrow(
      /SHOP_NAME must be one line/,
    );
  });
});
