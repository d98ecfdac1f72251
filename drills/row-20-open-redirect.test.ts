// Row 20: whatever stands in `from`, a person ends up at our own origin.
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { safePath } from "#contract/rules/safe-path.ts";
import { openPage } from "#tests/open-page.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import { openShopWithGoogle, startGoogleSignIn } from "#tests/open-shop-with-google.ts";
import { setCookies } from "#tests/page-actions.ts";
import { openVisitor, signUp, type Visitor } from "#tests/people.ts";
import { full, report } from "./drill.ts";
import { elsewhere } from "./elsewhere.ts";

const target = "150 variants: always our own origin";
const own = "http://localhost:3000";
const some = <T>(all: T[]) => (full ? all : all.filter((_, index) => index % 12 === 0));

type Follow = (from: string) => string | undefined;

/** Where a browser ends up that follows what is left of it. */
function escapes(follow: Follow): string[] {
  return elsewhere.filter((from) => {
    const path = follow(from);
    return path !== undefined && URL.parse(path, own)?.origin !== own;
  });
}

function tell(check: string, figure: string, pass: boolean): void {
  report({ row: 20, check, target, figure, pass });
}

describe("row 20: open redirects", () => {
  it("are refused by what decides", () => {
    const found = escapes(safePath);
    expect(elsewhere.length).toBeGreaterThanOrEqual(150);
    expect(new Set(elsewhere).size).toBe(elsewhere.length);
    expect(found).toEqual([]);
    // What is left leads to the same place when it is read again.
    for (const from of elsewhere) expect(safePath(safePath(from))).toBe(safePath(from));
    tell("open redirect: the rule", `${elsewhere.length} variants, ${found.length} away`, true);
  });

  it.each<[string, Follow]>([
    ["begins with /", (from) => (from.startsWith("/") ? from : undefined)],
    ["begins with / but not //", (from) => (/^\/(?!\/)/.test(from) ? from : undefined)],
    ["is no whole address", (from) => (URL.canParse(from) ? undefined : from)],
  ])("negative control: a rule that only asks whether it %s lets some through", (_name, naive) => {
    expect(escapes(naive).length).toBeGreaterThan(3);
  });

  it("do not work in the browser", { timeout: 600_000 }, async () => {
    const shop = await openShop();
    const page = await openPage("about:blank");
    await setCookies(page, shop.url, await signUp(shop));
    const alerts: string[] = [];
    page.on("dialog", (dialog) => {
      alerts.push(dialog.message());
      void dialog.dismiss();
    });
    const ends: string[] = [];
    const tried = some(elsewhere);
    for (const from of tried) {
      await page.goto(`${shop.url}/login?from=${encodeURIComponent(from)}`);
      await page.waitForURL((url) => url.pathname !== "/login");
      ends.push(new URL(page.url()).origin);
    }
    expect(alerts).toEqual([]);
    expect(ends).toEqual(tried.map(() => shop.url));
    tell("open redirect: /login?from=", `${tried.length} variants, 0 away`, true);
  });

  it("do not survive the way to Google and back", { timeout: 300_000 }, async () => {
    const shop = await openShopWithGoogle();
    const tried = some(elsewhere);
    for (const from of [...tried, "/dashboard/updateProfile"]) {
      const location = await thereAndBack(shop, openVisitor(shop), from);
      if (location === undefined) {
        // A text that cannot be stored gets no further than the contract.
        expect(from).toContain("\0");
        continue;
      }
      const back = new URL(location, shop.url);
      expect([from, back.origin, back.pathname]).toEqual([from, shop.url, "/login"]);
      const kept = back.searchParams.get("from") ?? undefined;
      expect([from, kept]).toEqual([from, safePath(from.trim())]);
    }
    tell("open redirect: the Google return", `${tried.length} variants, 0 away`, true);
  });
});

/** With an answer of somebody who changed their mind, so that it is short: what was kept comes back. */
async function thereAndBack(
  shop: OpenShop,
  browser: Visitor,
  from: string,
): Promise<string | undefined> {
  // So many come from one address that it would have to wait.
  await shop.shop.db.execute(sql`delete from limits`);
  const away = await startGoogleSignIn(browser, `from=${encodeURIComponent(from)}`);
  if (!away) return undefined;
  const { origin, searchParams } = new URL(away);
  expect(origin).not.toBe(shop.url);
  const answer = new URLSearchParams({
    error: "access_denied",
    state: searchParams.get("state") ?? "",
    iss: origin,
  });
  const response = await browser.request(`/api/identity/google/callback?${answer}`);
  return response.headers.get("location") ?? undefined;
}
