// Row 21: no address leads out of the folders from which the shop serves.
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { list } from "./list.ts";
import { control, report } from "./report.ts";
import { mapConcurrently, sendRequest } from "./send-request.ts";
import { type Shop, startShop } from "./start-shop.ts";

/** Files beside the pictures, around the project, and of the system. */
const targets = [
  "demo-accounts.json",
  "postgres.password",
  "outbox/letter.eml",
  "emulators/google.json",
  "postgres/PG_VERSION",
  "package.json",
  ".env",
  ".git/config",
  "server/main.ts",
  "server/modules/orders/tables.ts",
  "node_modules/fastify/package.json",
  "etc/passwd",
  "proc/self/environ",
  "proc/self/cmdline",
];

const ups: Record<string, string> = {
  plain: "../",
  encoded: "%2e%2e%2f",
  "half encoded": "..%2f",
  "the dots": "%2e%2e/",
  "capital letters": "%2E%2E%2F",
  twice: "%252e%252e%252f",
  backslash: "..\\",
  "encoded backslash": "..%5c",
  "too long": "%c0%ae%c0%ae%c0%af",
  "full width": "\u{ff0e}\u{ff0e}\u{ff0f}",
  doubled: "....//",
  semicolon: "..;/",
  NUL: "..%00/",
};

const roots = ["/", "/images/", "/images/x/", "/assets/", "/api/", "/product/", "//", "/@fs/"];

function climbingPaths(): string[] {
  const depths = [1, 2, 3, 6];
  return Object.values(ups).flatMap((up, way) =>
    targets.flatMap((target, at) => {
      const root = roots[(at + way) % roots.length];
      const depth = depths[(at * 3 + way) % depths.length] ?? 1;
      return [
        `${root}${up.repeat(depth)}${target}`,
        `/images/${up}${target.replaceAll("/", "%2f")}`,
      ];
    }),
  );
}

function traversalPaths({ project, data }: { project: string; data: string }): string[] {
  const whole = [`${project}/package.json`, `${data}/demo-accounts.json`, "/etc/passwd"];
  const prefixes = [
    "/@fs",
    "/@fs/..",
    "/@id",
    "/file:",
    "/images/",
    "/assets",
    "//",
    "/%2f",
    "/\\",
  ];
  return [
    ...climbingPaths(),
    ...prefixes.flatMap((prefix) => whole.map((file) => prefix + file)),
    ...prefixes.flatMap((prefix) => whole.map((file) => `${prefix}${encodeURIComponent(file)}`)),
    ...targets.flatMap((target) => [`/${target}`, `/assets/${target}`, `/images/${target}`]),
    ...developmentFiles.flatMap((name) => [name, `${name}/`, `/assets${name}`, `${name}?raw`]),
    ...malformed,
  ].map((path) => path.replace(/[^!-~]/g, (sign) => encodeURIComponent(sign)));
}

/** Left behind in the folder of many a site, or served in development only. */
const developmentFiles = [
  "/.env",
  "/.env.local",
  "/.env.production",
  "/.git/config",
  "/.git/HEAD",
  "/.gitignore",
  "/.npmrc",
  "/.DS_Store",
  "/.htaccess",
  "/.well-known/../.env",
  "/package-lock.json",
  "/vite.config.ts",
  "/tsconfig.json",
  "/@vite/client",
  "/@vite/env",
  "/@react-refresh",
  "/__vite_ping",
  "/main.tsx",
  "/src/main.tsx",
  "/server.js",
  "/dist/renderer/renderer.js",
  "/renderer.js",
  "/backup.tar",
  "/dump.sql",
  "/config.json",
  "/swagger.json",
  "/debug",
  "/server-status",
  "/phpinfo.php",
  "/wp-login.php",
  "/actuator/env",
  "/index.html.br",
];

const malformed = [
  ...list`
    /%  /%%  /%2  /%zz  /%u002e  /%ff  /%c0%ae  /%ed%a0%80  /%f8%80%80%80  /a%  /%/..
    /images/%/960.webp  /images/%ff/%ff  /assets/%E0%A4%A  /api/%  /api/%ff  /?%  /product?%zz  /#
    /;  /:  /*  /**  /[  /|  /\`id\`  /$HOME  /~root  /%00  /%00.html  /product%00
    /product%0d%0aSet-Cookie:%20a=b  /%0a  /%20  /+  /CON  /aux.txt  /::$DATA  /c:/windows/win.ini
    /%5c%5chost%5cshare  /.  /..  /...`,
  "//",
  "///",
  "/./",
  "/../",
  "//etc//passwd",
  "/\\\\evil.example",
  `/${"a/".repeat(2_000)}`,
  `/${"a".repeat(8_000)}`,
  `/${"%2e".repeat(2_000)}`,
  `/${"../".repeat(2_000)}etc/passwd`,
];

const project = process.cwd();
const canary = `canary ${crypto.randomUUID()}`;
const plantedFiles = [
  "demo-accounts.json",
  "postgres.password",
  "outbox/letter.eml",
  "emulators/google.json",
  ".env",
  ".git/config",
  "package.json",
  "images.bak/960.webp",
  "images/unfinished.1/960.webp",
];

async function startWithFiles(planted: readonly string[] = []): Promise<Shop> {
  const shop = await startShop({ faults: planted });
  for (const file of plantedFiles) {
    const path = join(shop.dataDir, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, canary);
  }
  return shop;
}

async function secretTexts(): Promise<string[]> {
  const own = ["package.json", "server/main.ts", "server/modules/orders/tables.ts"];
  const files = [...own.map((file) => join(project, file)), "/etc/passwd"];
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
  const byLength = (one: string, other: string) => other.length - one.length;
  const longest = texts.map((text) => text.split("\n").sort(byLength)[0] ?? "");
  return [...longest, canary, "sourcesContent", `${process.env.PATH}`];
}

async function requestAll({ url, dataDir }: Shop) {
  const paths = traversalPaths({ project, data: dataDir });
  const secrets = await secretTexts();
  const found = { tried: paths.length, leaks: [] as string[], crashes: [] as string[] };
  await mapConcurrently(paths, async (path) => {
    const headers = { accept: "text/html" };
    const { status, text } = await sendRequest(url, { method: "GET", path, headers });
    if (secrets.some((secret) => text.includes(secret))) found.leaks.push(path);
    if (status >= 500) found.crashes.push(`${status} of ${path}`);
  });
  return found;
}

describe("row 21: path traversal", () => {
  it("leads nowhere, and the shop lives on", async () => {
    const shop = await startWithFiles();
    const { tried, leaks, crashes } = await requestAll(shop);
    report({
      check: "addresses that lead out of the roots, or are none",
      target: "500 payloads: 0 files outside the roots, 0 crashes",
      figure: `${tried} requests`,
      faults: [...leaks, ...crashes],
    });
    expect(tried).toBeGreaterThanOrEqual(500);
    expect((await shop.request("/api/parts")).status).toBe(200);
  });

  control("negative control: a shop that accepts any name of a picture is found out", async () => {
    const { leaks } = await requestAll(await startWithFiles(["acceptAnyImageName"]));
    expect(leaks).toContain("/images/../demo-accounts.json");
  });

  it("no source map is built, and none is named", async () => {
    const files = await readdir("dist/web", { recursive: true });
    expect(files.filter((file) => file.endsWith(".map"))).toEqual([]);
    for (const file of files.filter((each) => /\.(js|css)$/.test(each))) {
      const text = await readFile(join("dist/web", file), "utf8");
      expect(text, file).not.toContain("sourceMappingURL");
    }
  });
});
