// Row 31: with a worthless secret the shop does not start; it names the variable, not the value.
import { readdir } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { sample } from "#tests/random.ts";
import { makeDataDir, startProgram } from "#tests/start-program.ts";
import { full, report } from "./report.ts";
import { mapConcurrently } from "./send-request.ts";

const good: Record<string, string> = {
  NODE_ENV: "production",
  ORIGIN: "https://shop.example",
  PROXIES: "10.0.0.1",
  STRIPE_SECRET_KEY: "sk_live_51canaryQ8Zq3LmW7rT0pXn2v",
  STRIPE_PUBLISHABLE_KEY: "pk_live_51canaryR9Zq3LmW7rT0pXn2v",
  STRIPE_WEBHOOK_SECRET: "whsec_canaryS7Zq3LmW7rT0pXn2v",
  GOOGLE_CLIENT_ID: "482canary.apps.googleusercontent.com",
  GOOGLE_CLIENT_SECRET: "GOCSPX-canaryT6Zq3LmW7rT0pXn2v",
  IMAGE_HOST_URL: "https://images.example/upload",
  IMAGE_HOST_KEY: "canaryU5Zq3LmW7rT0pXn2v",
  SMTP_URL: "smtps://shop:canaryV4Zq3LmW7rT0pXn2v@mail.example",
  MAIL_FROM: "canary@shop.example",
  VIN_KEYS: "2026=vFvWq3o1m7nDq2rXc0pLz8YtKj5sHb4uGf6eRa9iQx0=",
};
const secrets = Object.keys(good).filter((name) => /^(STRIPE|GOOGLE)_|_KEY$/.test(name));

type Case = { name: string; value: string | undefined };

function worthlessValues(name: string): (string | undefined)[] {
  const prefix = /^(\w\w_live_|whsec_|GOCSPX-)/.exec(good[name] ?? "")?.[0] ?? "";
  const words = "changeme change-me-please CHANGE_THIS secret password test xxx none your-api-key";
  const others = "example-secret-0123 REPLACE_ME 0000000000000000 shop";
  const ends = ["", "changeme", "your-key-here", "xxxxxxxxxxxxxxxxxxxxxxxx"];
  return [
    undefined,
    "",
    " ",
    "<your secret here>",
    ...`${words} ${others}`.split(" "),
    ...ends.map((end) => prefix + end),
    ...(name === "GOOGLE_CLIENT_ID" ? [] : [`${prefix}8Zq3Lm`]),
    ...(/^STRIPE_(S|P)/.test(name) ? [good[name]?.replace("_live_", "_test_")] : []),
  ];
}

const cases: Case[] = [
  ...secrets.flatMap((name) => worthlessValues(name).map((value) => ({ name, value }))),
  { name: "STRIPE_PUBLISHABLE_KEY", value: good.STRIPE_SECRET_KEY },
  { name: "STRIPE_SECRET_KEY", value: good.STRIPE_PUBLISHABLE_KEY },
  { name: "GOOGLE_ISSUER", value: "http://localhost:13000" },
  { name: "ORIGIN", value: undefined },
  { name: "ORIGIN", value: "http://shop.example" },
  { name: "SMTP_URL", value: undefined },
  { name: "MAIL_FROM", value: undefined },
  ...["changeme", "postgres", "password"].flatMap((password) => [
    { name: "DATABASE_URL", value: `postgres://shop:${password}@db.example/shop` },
    { name: "SMTP_URL", value: `smtp://shop:${password}@mail.example` },
  ]),
];

type Start = (env: Record<string, string>) => Promise<string | undefined>;

const startWith: Start = async (env) => {
  const shop = startProgram(await makeDataDir(), env);
  const isReady = await shop.ready().then(
    () => true,
    () => false,
  );
  if (isReady) return undefined;
  expect(await shop.ended).toBe(1);
  expect(await readdir(shop.dataDir), "refused before it wrote anything").toEqual([]);
  return shop.said();
};

async function problemsOf(start: Start, tried: readonly Case[]): Promise<string[]> {
  const problems = await mapConcurrently(tried, async ({ name, value }) => {
    const { [name]: _, ...others } = good;
    const printed = await start(value === undefined ? others : { ...others, [name]: value });
    const setting = `${name}=${value}`;
    if (printed === undefined) return `${setting}: starts`;
    if (!printed.includes(name)) return `${setting}: is not named`;
    return revealsValue(printed, value) ? `${setting}: is printed` : "";
  });
  return problems.filter(Boolean);
}

/** Everyday words reveal nothing. */
function revealsValue(printed: string, value = ""): boolean {
  const isWord = /^(http:.*|[a-z]*|\s*)$/i.test(value);
  return /canary|Zq3L/.test(printed) || (!isWord && printed.includes(value));
}

describe("row 31: secrets in production", () => {
  it("a good configuration starts", async () => {
    const shop = startProgram(await makeDataDir(), good);
    expect(await shop.ready()).toBe(good.ORIGIN);
    expect(shop.said()).not.toMatch(/canary|Zq3L/);
  });

  it("a worthless secret does not: the variable is named, its value is not printed", async () => {
    const tried = full ? cases : sample(cases, 3);
    const problems = await problemsOf(startWith, tried);
    report({
      check: "secrets missing, empty, default or too short in production",
      target: "refuses to start, names the variable, prints no value",
      figure: `${tried.length} configurations started`,
      faults: problems,
    });
  }, 600_000);
});

describe("row 31, negative controls", () => {
  const checkPresence: Start = async (env) => {
    const missing = Object.keys(good).filter((name) => !env[name]);
    return missing.length > 0 ? `${missing} is missing` : undefined;
  };

  it("a program that only checks that secrets are present is found out", async () => {
    const problems = await problemsOf(checkPresence, cases);
    expect(problems).toContain("STRIPE_SECRET_KEY=changeme: starts");
    expect(problems).toContain("GOOGLE_CLIENT_ID=shop: starts");
    expect(problems).not.toContain("STRIPE_SECRET_KEY=undefined: starts");
  });

  it.each<[string, Start]>([
    ["prints what it was given", async (env) => `${Object.keys(good)} ${JSON.stringify(env)}`],
    ["does not name the variable", async () => "The configuration is invalid."],
  ])("a program that %s is found out", async (_, start) => {
    const revealing = cases.filter(({ value }) => value?.includes("-") || value?.includes("_"));
    expect(await problemsOf(start, revealing)).toHaveLength(revealing.length);
  });
});
