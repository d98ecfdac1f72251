// The screens of the entrance themselves: what they say, by keyboard, for everyone.
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { blank, openPage } from "#tests/open-page.ts";
import { shareShop } from "#tests/open-shop.ts";
import { fillFields, holdRequests, pressButton, readPersonalLinks } from "#tests/page-actions.ts";

const sharedShop = shareShop();

type Attempt = [fields: Record<string, string>, messages: string[]];

/** Each is said at its field, and the first of them is where the person is taken. */
async function expectMessages(page: Page, messages: string[]): Promise<void> {
  for (const message of messages) await page.getByText(message, { exact: true }).waitFor();
  const invalid = page.locator("[aria-invalid=true]");
  await expect.poll(() => invalid.count()).toBe(messages.length);
  const said = await invalid.evaluateAll((all) =>
    all.map((field) => {
      const ids = field.getAttribute("aria-describedby")?.split(" ") ?? [];
      return document.getElementById(ids.at(-1) ?? "")?.textContent;
    }),
  );
  expect(said).toEqual(messages);
  await expect
    .poll(() => invalid.first().evaluate((field) => field === document.activeElement))
    .toBe(true);
}

describe("a form that is not right", () => {
  it.each<[string, string, ...Attempt[]]>([
    [
      "/login",
      "Login",
      [{}, ["Email is Required", "Password is Required"]],
      [{ Email: "vera" }, ["Provide a valid Email", "Password is Required"]],
      [{ Email: "v@example.com", Password: "12345" }, ["Must be 6 characters or longer"]],
    ],
    [
      "/register",
      "Register",
      [{}, ["Name is Required", "Email is Required", "Password is Required"]],
      [
        { Name: " ", Email: "v@", Password: "12345" },
        ["Name is Required", "Provide a valid Email", "Must be 6 characters or longer"],
      ],
    ],
    ["/forgotten", "Send me a link", [{}, ["Email is Required"]]],
    [
      "/reset#token=x",
      "Set password",
      [{ "New password": "12345" }, ["Must be 6 characters or longer"]],
    ],
  ])(
    "[§5.1 §5.2 §5.3 §5.4 §5.5 §5.6 §5.7 §5.8 §9.1] %s is not sent, and says so at its fields",
    async (path, button, ...attempts) => {
      const { url } = await sharedShop();
      const page = await openPage(url + path);
      const asked: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      for (const [fields, messages] of attempts) {
        await fillFields(page, fields);
        await pressButton(page, button);
        await expectMessages(page, messages);
      }
      // What the browser needs to offer passkeys is asked for as the page opens.
      const sent = asked.filter((address) => /\/api\/identity\/(?!.*\/options$)/.test(address));
      expect(sent).toEqual([]);
    },
  );

  it("is told of when its button was pressed before the page's code was there", async () => {
    const { url } = await sharedShop();
    const page = await openPage(blank);
    const release = await holdRequests(page, "**/assets/*.js");
    await page.goto(`${url}/login`, { waitUntil: "commit" });
    await fillFields(page, { Email: "vera@example.com", Password: "12345" });
    await pressButton(page, "Login");
    release();
    await page.getByText("Must be 6 characters or longer").waitFor();
    expect(await page.getByLabel("Email").inputValue()).toBe("vera@example.com");
  });
});

it("what is typed before it is known who is there, stays", async () => {
  const { url } = await sharedShop();
  const page = await openPage("about:blank");
  const letGo = await holdRequests(page, "**/api/identity/session");
  await page.goto(`${url}/login`);
  await fillFields(page, { Email: "vera@example.com" });
  const known = page.waitForResponse("**/api/identity/session");
  letGo();
  await known;
  await pressButton(page, "Login");
  await page.getByText("Password is Required").waitFor();
  await expect.poll(() => page.getByLabel("Email").inputValue()).toBe("vera@example.com");
});

describe("the login by keyboard", () => {
  it("can be walked, and takes its message back as soon as it is right", async () => {
    const { url } = await sharedShop();
    const page = await openPage(`${url}/login`);
    await page.getByLabel("Email").focus();
    const order: (string | null | undefined)[] = [];
    for (let step = 0; step < 5; step++) {
      await page.keyboard.press("Tab");
      order.push(
        await page.evaluate(() => {
          const { activeElement: at } = document;
          return at?.getAttribute("aria-label") ?? (at?.textContent || at?.getAttribute("name"));
        }),
      );
    }
    expect(order).toEqual([
      "password",
      "Show password",
      "Forgot password?",
      "Login",
      "continue with Google",
    ]);
    await pressButton(page, "Login");
    // The first wrong field gets the focus, which must not come while the second is typed.
    await page.getByLabel("Email").and(page.locator(":focus")).waitFor();
    const message = page.getByText("Must be 6 characters or longer");
    await page.getByLabel("Password", { exact: true }).pressSequentially("12345");
    await message.waitFor();
    await page.keyboard.press("6");
    await message.waitFor({ state: "detached" });
  });
});

describe("the password", () => {
  it("can be shown and hidden, with the caret where it was, and is hidden when it is sent", async () => {
    const { url } = await sharedShop();
    const page = await openPage(`${url}/login`);
    const field = page.getByLabel("Password", { exact: true });
    await field.pressSequentially("horse");
    for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowLeft");
    await pressButton(page, "Show password");
    await expect.poll(() => field.getAttribute("type")).toBe("text");
    await page.keyboard.type("X");
    await expect.poll(() => field.inputValue()).toBe("hoXrse");
    await field.press("Tab");
    await page.keyboard.press("Space");
    await expect.poll(() => field.getAttribute("type")).toBe("password");
    const show = page.getByRole("button", { name: "Show password" });
    await expect
      .poll(() => show.evaluate((button) => button === document.activeElement))
      .toBe(true);
    await expect.poll(() => page.url()).toBe(`${url}/login`);
    await pressButton(page, "Show password");
    await expect.poll(() => field.getAttribute("type")).toBe("text");
    await pressButton(page, "Login");
    await expect.poll(() => field.getAttribute("type")).toBe("password");
  });

  it("never gets into an address, whenever the form is sent", async () => {
    const { url } = await sharedShop();
    const page = await openPage(blank, {
      javaScriptEnabled: false,
      expectedTroubles: /failed: csp$/,
    });
    for (const path of ["/login", "/register", "/forgotten", "/reset#token=x"]) {
      await page.goto(url + path);
      const inputs = page.locator("main input");
      for (const input of await inputs.all()) await input.fill("vera@example.com");
      await inputs.last().press("Enter");
      await page.locator("form button[type=submit]").click();
      await expect.poll(() => page.url()).toBe(url + path);
      await page.getByText(/^This .*needs JavaScript/).waitFor();
    }
    // Without JavaScript, the navbar is for visitors.
    expect(await readPersonalLinks(page)).toEqual(["Login"]);
  });
});

describe("every screen of the entrance", () => {
  it("tells password managers what is what", async () => {
    const { request } = await sharedShop();
    const fields = async (path: string) => {
      const html = await (await request(path)).text();
      const inputs =
        html.slice(html.indexOf("<main"), html.indexOf("</main")).match(/<input[^>]*>/g) ?? [];
      return inputs.map((input) => /autocomplete="([^"]*)"/i.exec(input)?.[1]);
    };
    expect(await fields("/login")).toEqual(["username webauthn", "current-password"]);
    expect(await fields("/register")).toEqual(["name", "email", "new-password"]);
    expect(await fields("/reset")).toEqual(["new-password"]);
  });

  it("names the account of the letter to them", async () => {
    const { url } = await sharedShop();
    const page = await openPage(`${url}/reset#token=x&email=v%2Bx%40example.com`);
    await page.waitForURL(`${url}/reset`);
    const account = page.locator("main input[autocomplete=username]");
    await account.waitFor({ state: "attached" });
    await expect.poll(() => account.inputValue()).toBe("v+x@example.com");
    await expect.poll(() => account.isVisible()).toBe(false);
  });

  it.each([
    ["/register", "Register · Partwright"],
    ["/forgotten", "Forgotten password · Partwright"],
    ["/reset", "New password · Partwright"],
  ])("%s has a title and is in no search engine", async (path, title) => {
    const { request } = await sharedShop();
    const html = await (await request(path)).text();
    expect(html).toContain(`<title>${title}</title>`);
    expect(html).toContain('<meta name="robots" content="noindex">');
  });
});
