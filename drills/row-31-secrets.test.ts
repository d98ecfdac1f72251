// Row 31: in production the shop does not start on a secret that is none, says which, and keeps
// what it was to itself.
import { readdir } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { ConfigurationError, readEnv } from "#server/platform/config/env.ts";
import { makeDataDir, startProgram } from "#tests/start-program.ts";
import { full, report } from "./drill.ts";
import { seed, some } from "./seed.ts";

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
};
const secrets = Object.keys(good).filter((name) => /^(STRIPE|GOOGLE)_|_KEY$/.test(name));

type Case = { name: string; value: string | undefined };

/** How values of each kind begin. */
const beginning = (name: string) =>
  /^(\w\w_live_|whsec_|GOCSPX-)/.exec(good[name] ?? "")?.[0] ?? "";

const worthless = (name: string): (string | undefined)[] => [
  undefined,
  "",
  " ",
  ...["changeme", "change-me-please", "CHANGE_THIS", "secret", "password", "test", "xxx", "none"],
  ...[
    "your-api-key",
    "<your secret here>",
    "example-secret-0123",
    "REPLACE_ME",
    "0000000000000000",
  ],
  // What the Google emulator is called by.
  "shop",
  ...["", "changeme", "your-key-here", "xxxxxxxxxxxxxxxxxxxxxxxx"].map(
    (own) => beginning(name) + own,
  ),
  ...(name === "GOOGLE_CLIENT_ID" ? [] : [`${beginning(name)}8Zq3Lm`]),
  ...(/^STRIPE_(S|P)/.test(name)
    ? [`${name === "STRIPE_SECRET_KEY" ? "sk" : "pk"}_test_51canaryQ8Zq3LmW7r`]
    : []),
];

const cases: Case[] = [
  ...secrets.flatMap((name) => worthless(name).map((value) => ({ name, value }))),
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

function variablesOf({ name, value }: Case): Record<string, string> {
  const { [name]: _, ...others } = good;
  return value === undefined ? others : { ...others, [name]: value };
}

/** What it said when it refused to start; undefined where it started. */
type Starting = (variables: Record<string, string>) => Promise<string | undefined>;

const byItsConfiguration: Starting = async (variables) => {
  try {
    readEnv(variables);
    return undefined;
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
};

const byTheProgram: Starting = async (variables) => {
  const shop = startProgram(await makeDataDir(), variables);
  const ready = shop.ready().then(
    () => true,
    () => false,
  );
  if (await ready) return undefined;
  expect(await shop.ended).toBe(1);
  expect(await readdir(shop.dataDir), "refused before anything was done").toEqual([]);
  return shop.said();
};

async function faultsOf(starting: Starting, tried: readonly Case[]): Promise<string[]> {
  const faults: string[] = [];
  for (const each of tried) {
    const said = await starting(variablesOf(each));
    const what = `${each.name}=${each.value}`;
    if (said === undefined) faults.push(`${what}: starts`);
    else if (!said.includes(each.name)) faults.push(`${what}: is not named`);
    else if (tells(said, each)) faults.push(`${what}: is told`);
  }
  return faults;
}

/** Words of everybody's language tell nothing. */
function tells(said: string, { value = "" }: Case): boolean {
  const isWord = /^(http:.*|[a-z]*|\s*)$/i.test(value);
  return /canary|Zq3L/.test(said) || (!isWord && said.includes(value));
}

describe("row 31: secrets in production", () => {
  it("a good configuration starts", async () => {
    expect(await byItsConfiguration(good)).toBeUndefined();
    const shop = startProgram(await makeDataDir(), good);
    expect(await shop.ready()).toBe(good.ORIGIN);
    expect(shop.said()).not.toMatch(/canary|Zq3L/);
  });

  it("no worthless secret does", async () => {
    expect(await faultsOf(byItsConfiguration, cases)).toEqual([]);
  });

  it("the whole program refuses: it names the variable and prints no value", async () => {
    const tried = full ? cases : some(cases, 3);
    const faults = await faultsOf(byTheProgram, tried);
    report({
      row: 31,
      check: "secrets missing, empty, default or too short in production",
      target: "refuses to start, names the variable, prints no value",
      figure: `${tried.length} configurations started, ${faults.length} faults`,
      pass: faults.length === 0,
    });
    expect(faults, `seed ${seed}`).toEqual([]);
  }, 600_000);
});

describe("row 31 would tell", () => {
  it("a program that only looks whether they are there", async () => {
    const present: Starting = async (variables) => {
      const missing = Object.keys(good).filter((name) => !variables[name]);
      return missing.length > 0 ? `${missing} is missing` : undefined;
    };
    const faults = await faultsOf(present, cases);
    expect(faults).toContain("STRIPE_SECRET_KEY=changeme: starts");
    expect(faults).toContain("GOOGLE_CLIENT_ID=shop: starts");
    expect(faults).not.toContain("STRIPE_SECRET_KEY=undefined: starts");
  });

  it("one that repeats what it was given", async () => {
    const talkative: Starting = async (variables) =>
      `${await byItsConfiguration(variables)} ${JSON.stringify(variables)}`;
    expect(await faultsOf(talkative, cases)).toHaveLength(cases.length);
  });

  it("one that says only that something is wrong", async () => {
    const vague: Starting = async (variables) =>
      (await byItsConfiguration(variables)) && "The configuration is not right.";
    expect(await faultsOf(vague, cases)).toHaveLength(cases.length);
  });
});
