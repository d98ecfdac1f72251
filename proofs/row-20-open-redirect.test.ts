// Row 20: whatever `from` says, a person ends up at the shop's own origin.

import { beforeAll, describe, expect, it } from "vitest";
import { safePath } from "#contract/rules/safe-path.ts";
import { openPage } from "#tests/open-page.ts";
import { setCookies } from "#tests/page-actions.ts";
import { openVisitor, signUp } from "#tests/people.ts";
import { clearLimits } from "./database.ts";
import { beginWithGoogle, startShopWithGoogle } from "./google-sign-in.ts";
import { full, report } from "./report.ts";
import type { Shop } from "./start-shop.ts";

const beginnings = [
  "//",
  "///",
  "////",
  "/\\",
  "\\/",
  "\\\\",
  "/\\/",
  "\\//",
  "/\\\\",
  "//\\",
  "/\t/",
  "/\n/",
  "/\r/",
  "\t//",
  "\n//",
  "/\t\\",
  " //",
  "/ /",
  "\u00a0//",
  "\u0000//",
  "/\u0000/",
  "\ufeff//",
  "/%09/",
  "/%0a/",
  "/%0d%0a/",
  "/%2f",
  "%2f%2f",
  "/%5c",
  "%5c%5c",
  "/%252f",
  "%252f%252f",
  "/.//",
  "/..//",
  "/./\\",
  "/x/..//",
  "/%2e%2e//",
  "/;//",
  "/?//",
  "／／",
  "/／",
  "//user@",
  "//user:pw@",
  "//localhost@",
  "//localhost:3000@",
  "/@",
  "http://",
  "https://",
  "HTTPS://",
  "https:",
  "https:/",
  "https:\\\\",
  "https:///",
  "http:",
  "https://localhost@",
  "https://localhost%40",
  "https://localhost:3000\\@",
  "ftp://",
  "ws://",
  "file://",
  "blob:https://",
  "view-source:https://",
  "/https://",
  "@",
];
const scripts = [
  "javascript:alert(1)",
  "javascript://%0aalert(1)",
  "JaVaScRiPt:alert(1)",
  "java\tscript:alert(1)",
  "\u0001javascript:alert(1)",
  " javascript:alert(1)",
  "/javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  "about:blank",
  "//[::1]/",
  "//2130706433/",
  "//0x7f.1/",
  "/\\/\\/elsewhere.example\\@localhost",
];
const hosts = [
  "elsewhere.example",
  "elsewhere.example/dashboard?x=1#y",
  "elsewhere.example:443\\@x",
];

const foreignAddresses = [
  ...beginnings.flatMap((beginning) => hosts.map((host) => beginning + host)),
  ...scripts,
];

const own = "http://localhost:3000";
const tried = full ? foreignAddresses : foreignAddresses.filter((_, index) => index % 24 === 0);

type Follow = (from: string) => string | undefined;

function escapes(rule: Follow): string[] {
  return foreignAddresses.filter((from) => {
    const path = rule(from);
    return path !== undefined && URL.parse(path, own)?.origin !== own;
  });
}

function reportPass(check: string, variants: number): void {
  const target = "150 variants: always our own origin";
  report({ check, target, figure: `${variants} variants` });
}

let shop: Shop;
beforeAll(async () => {
  shop = await startShopWithGoogle();
});

describe("row 20: open redirects", () => {
  it("are refused by the rule", () => {
    expect(foreignAddresses.length).toBeGreaterThanOrEqual(150);
    expect(new Set(foreignAddresses).size).toBe(foreignAddresses.length);
    expect(escapes(safePath)).toEqual([]);
    for (const from of foreignAddresses) expect(safePath(safePath(from))).toBe(safePath(from));
    reportPass("open redirect: the rule", foreignAddresses.length);
  });

  it.each<[string, Follow]>([
    ["begins with /", (from) => (from.startsWith("/") ? from : undefined)],
    ["begins with / but not //", (from) => (/^\/(?!\/)/.test(from) ? from : undefined)],
    ["is not a whole address", (from) => (URL.canParse(from) ? undefined : from)],
  ])("negative control: a rule that only checks that it %s lets some through", (_name, rule) => {
    expect(escapes(rule).length).toBeGreaterThan(3);
  });

  it("do not work in the browser", { timeout: 600_000 }, async () => {
    const page = await openPage("about:blank");
    await setCookies(page, shop.url, await signUp(shop));
    const alerts: string[] = [];
    page.on("dialog", (dialog) => {
      alerts.push(dialog.message());
      void dialog.dismiss();
    });
    const origins: string[] = [];
    for (const from of tried) {
      await page.goto(`${shop.url}/login?from=${encodeURIComponent(from)}`);
      await page.waitForURL((url) => url.pathname !== "/login");
      origins.push(new URL(page.url()).origin);
    }
    expect(alerts).toEqual([]);
    expect(origins).toEqual(tried.map(() => shop.url));
    reportPass("open redirect: /login?from=", tried.length);
  });

  it("do not survive the way to Google and back", { timeout: 300_000 }, async () => {
    for (const from of [...tried, "/dashboard/updateProfile"]) {
      // So many visits from one address would have to wait.
      await clearLimits(shop.database);
      const browser = openVisitor(shop);
      const away = await beginWithGoogle(browser, `from=${encodeURIComponent(from)}`);
      if (!away) {
        // A text that cannot be stored is refused by the contract.
        expect(from).toContain("\0");
        continue;
      }
      const { origin, searchParams } = new URL(away);
      expect(origin).not.toBe(shop.url);
      const state = searchParams.get("state") ?? "";
      const cancelled = new URLSearchParams({ error: "access_denied", state, iss: origin });
      const response = await browser.request(`/api/identity/google/callback?${cancelled}`);
      const back = new URL(response.headers.get("location") ?? "", shop.url);
      expect([from, back.origin, back.pathname]).toEqual([from, shop.url, "/login"]);
      const kept = back.searchParams.get("from") ?? undefined;
      expect([from, kept]).toEqual([from, safePath(from.trim())]);
    }
    reportPass("open redirect: the Google return", tried.length);
  });
});
