import { resolve } from "node:path";
import * as z from "zod/mini";
import { companySettings } from "#contract/company-settings.ts";
import { defaultShopName } from "#contract/pages/default-shop-name.ts";
import { logLevels } from "#server/platform/telemetry/log/log.ts";
import {
  isAddressOrNetwork,
  isHostWithPort,
  isHttps,
  isLocalUrl,
  isLoopback,
  isOrigin,
  isServiceAddress,
  splitAddresses,
} from "./env-addresses.ts";
import { createPictureFilter } from "./picture-filter.ts";
import { secretProblems } from "./secret-problems.ts";
import { developmentVinKeys, readVinKeys, vinKeyProblems } from "./vin-keys.ts";

const given = (name: string, least: number, most: number) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((value: string) => Number(value)),
    ),
    z
      .int(`${name} must be a whole number`)
      .check(
        z.minimum(least, `${name} must be at least ${least}`),
        z.maximum(most, `${name} must be at most ${most}`),
      ),
  );

const whole = (name: string, least: number, most: number, otherwise: number) =>
  z._default(given(name, least, most), otherwise);

const optional = z.optional(z.string().check(z.minLength(1)));
const that = (is: (value: string) => boolean, says: string) => z.string().check(z.refine(is, says));
const httpsOnly = "must start with https:// (http:// only on this machine)";
const serviceAddress = (name: string, real: string) =>
  z._default(that(isServiceAddress, `${name} ${httpsOnly}`), real);
const postgresAddress = (name: string) =>
  that((url) => /^postgres(ql)?:\/\//.test(url), `${name} must start with postgres://`);

function pairsOf(list: string): Record<string, string> | undefined {
  const pairs = list.split(",").map((pair) => /^\s*([\w-]+)=(.*?)\s*$/.exec(pair));
  if (pairs.some((pair) => !pair)) return undefined;
  try {
    return Object.fromEntries(
      pairs.map((pair) => [pair?.[1] ?? "", decodeURIComponent(pair?.[2] ?? "")]),
    );
  } catch {
    return undefined;
  }
}

/** Used in titles and e-mail headers. */
const isOneLine = (name: string) => /^[^\p{Cc}\u2028\u2029]{1,60}$/u.test(name) && !!name.trim();

const schema = z.object({
  SHOP_NAME: z._default(
    z.pipe(
      that(isOneLine, "SHOP_NAME must be one line of at most 60 characters"),
      z.transform((name: string) => name.trim()),
    ),
    defaultShopName,
  ),
  NODE_ENV: z._default(
    z.enum(["development", "production", "test"], "NODE_ENV must be development or production"),
    "development",
  ),
  PORT: whole("PORT", 0, 65535, 3000),
  HOST: z._default(z.string().check(z.minLength(1)), "127.0.0.1"),
  ORIGIN: z.optional(
    that(isOrigin, "ORIGIN must be an origin, such as https://shop.example (no path)"),
  ),
  DATA_DIR: z._default(z.string().check(z.minLength(1)), "./data"),
  DATABASE_URL: z.optional(postgresAddress("DATABASE_URL")),
  DATABASE_POOLER_URL: z.optional(postgresAddress("DATABASE_POOLER_URL")),
  DATABASE_REPLICA_URL: z.optional(postgresAddress("DATABASE_REPLICA_URL")),
  DATABASE_CONNECTIONS: whole("DATABASE_CONNECTIONS", 4, 10_000, 80),
  WORKERS: whole("WORKERS", 1, 64, 1),
  /** Seconds of serving while not ready, for the load balancer to notice. */
  STOP_DELAY: whole("STOP_DELAY", 0, 30, 0),
  /** In place of what admins set in the shop. */
  RESERVATION_MINUTES: z.optional(given("RESERVATION_MINUTES", 1, 10_080)),
  RESERVATION_LETTER_MINUTES: whole("RESERVATION_LETTER_MINUTES", 0, 10_080, 15),
  /** In place of what admins set in the shop. */
  REQUIRE_SECOND_FACTOR: z.optional(z.enum(["0", "1"], "REQUIRE_SECOND_FACTOR must be 0 or 1")),
  COMPANY_NAME: z.optional(companySettings.shape.name),
  COMPANY_COUNTRY: z.optional(companySettings.shape.country),
  COMPANY_VAT_ID: z.optional(companySettings.shape.vatId),
  TIME_ZONE: z.optional(companySettings.shape.timeZone),
  /** Inside the network, each with its port: webhooks may go there, and by http. */
  WEBHOOK_HOSTS: z._default(
    z.pipe(
      that(
        (list) => splitAddresses(list).every(isHostWithPort),
        "WEBHOOK_HOSTS must be hosts, such as erp.internal:8443",
      ),
      z.transform(splitAddresses),
    ),
    [],
  ),
  RATE_LIMIT_FACTOR: whole("RATE_LIMIT_FACTOR", 1, 1_000_000, 1),
  /** Of how much unpaid orders may keep from others. */
  RESERVATION_FACTOR: whole("RESERVATION_FACTOR", 1, 1_000_000, 1),
  LOG: z.optional(z.enum(["json", "text"], "LOG must be json or text")),
  LOG_LEVEL: z._default(
    z.enum(logLevels, `LOG_LEVEL must be one of ${logLevels.join(", ")}`),
    "info",
  ),
  METRICS_PORT: whole("METRICS_PORT", 0, 65535, 0),
  METRICS_HOST: z._default(z.string().check(z.minLength(1)), "127.0.0.1"),
  METRICS_TOKEN: optional,
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(
    that(
      (url) => URL.canParse(url) && /^https?:\/\//.test(url),
      "OTEL_EXPORTER_OTLP_ENDPOINT must be an address, such as http://127.0.0.1:4318",
    ),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: z._default(
    z.pipe(
      that(
        (list) => pairsOf(list) !== undefined,
        "OTEL_EXPORTER_OTLP_HEADERS must be pairs, such as api-key=...,x-team=shop",
      ),
      z.transform((list: string) => pairsOf(list) ?? {}),
    ),
    {},
  ),
  OTEL_SERVICE_NAME: z._default(z.string().check(z.minLength(1), z.maxLength(100)), "shop"),
  OTEL_TRACES_SAMPLER_ARG: z._default(
    z.pipe(
      that(
        (share) => /^(0|1|0?\.\d+|[01]\.0+)$/.test(share),
        "OTEL_TRACES_SAMPLER_ARG must be 0 to 1",
      ),
      z.transform(Number),
    ),
    1,
  ),
  DEMO: z.optional(z.enum(["0", "1"], "DEMO must be 0 or 1")),
  STRIPE_SECRET_KEY: optional,
  STRIPE_PUBLISHABLE_KEY: optional,
  STRIPE_WEBHOOK_SECRET: optional,
  STRIPE_API_URL: serviceAddress("STRIPE_API_URL", "https://api.stripe.com"),
  STRIPE_SCRIPT_URL: serviceAddress("STRIPE_SCRIPT_URL", "https://js.stripe.com/endive/stripe.js"),
  GOOGLE_CLIENT_ID: optional,
  GOOGLE_CLIENT_SECRET: optional,
  GOOGLE_ISSUER: serviceAddress("GOOGLE_ISSUER", "https://accounts.google.com"),
  SMTP_URL: z.optional(
    that(
      (url) => URL.canParse(url) && /^smtps?:\/\//.test(url),
      "SMTP_URL must start with smtp:// or smtps://",
    ),
  ),
  MAIL_FROM: z.optional(z.email("MAIL_FROM must be an e-mail address, such as shop@shop.example")),
  SECURITY_CONTACT: z.optional(
    that(
      (contact) => /^(mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s]+)$/.test(contact),
      "SECURITY_CONTACT must be an address such as mailto:security@shop.example or https://...",
    ),
  ),
  /** Of customers' cars: the first key encrypts, all of them decrypt. */
  VIN_KEYS: optional,
  IMAGE_HOST_URL: z.optional(that(isServiceAddress, `IMAGE_HOST_URL ${httpsOnly}`)),
  IMAGE_HOST_KEY: optional,
  IMAGE_HOST_PUBLIC_URL: z.optional(that(isServiceAddress, `IMAGE_HOST_PUBLIC_URL ${httpsOnly}`)),
  S3_ENDPOINT: z.optional(
    that((url) => isOrigin(url) && isServiceAddress(url), `S3_ENDPOINT ${httpsOnly}, no path`),
  ),
  S3_BUCKET: z.optional(
    that(
      (name) => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name),
      "S3_BUCKET is no bucket's name",
    ),
  ),
  S3_REGION: z._default(
    that((name) => /^[a-z0-9-]{1,40}$/.test(name), "S3_REGION must be such as us-east-1"),
    "us-east-1",
  ),
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  S3_PUBLIC_URL: z.optional(
    z.pipe(
      that(isServiceAddress, `S3_PUBLIC_URL ${httpsOnly}`),
      z.transform((url: string) => url.replace(/\/$/, "")),
    ),
  ),
  /** Without it, admins confirm VAT numbers. */
  VIES_URL: z.optional(that(isServiceAddress, `VIES_URL ${httpsOnly}`)),
  PROXIES: z._default(
    z.pipe(
      that(
        (list) => splitAddresses(list).every(isAddressOrNetwork),
        "PROXIES must be addresses or networks, such as 127.0.0.1, 10.0.0.0/8",
      ),
      z.transform(splitAddresses),
    ),
    [],
  ),
});

export const variableNames: readonly string[] = Object.keys(schema.shape);

const services = {
  "the card provider": ["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET"],
  "the Google sign-in": ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
} as const;

export type Env = ReturnType<typeof readEnv>;

export class ConfigurationError extends Error {}

export function readEnv(variables: NodeJS.ProcessEnv) {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ""));
  const read = schema.safeParse(given);
  const wrong = read.error?.issues ?? [];
  const wrongNames = wrong.map(({ path: [name] }) => String(name));
  // The others are checked as if these were not set, so that all faults are told at once.
  const isRight = ([name]: [string, unknown]) => !wrongNames.includes(name);
  const env = read.data ?? schema.parse(Object.fromEntries(Object.entries(given).filter(isRight)));
  const missing = Object.entries(services).flatMap(([service, names]) =>
    names.filter((name) => !env[name]).map((name) => ({ service, name })),
  );
  const problems: string[] = [];
  if (env.NODE_ENV === "production") {
    for (const name of services["the card provider"].filter((name) => !env[name])) {
      problems.push(`${name} is missing: in production the card provider must be the real one`);
    }
    problems.push(...halfConfigured(env, ["the Google sign-in"]));
    problems.push(...problemsInProduction(env), ...secretProblems(env));
  } else {
    problems.push(...halfConfigured(env));
  }
  if (env.NODE_ENV !== "production" && missing.length > 0 && !isLoopback(env.HOST)) {
    problems.push(
      "HOST must be 127.0.0.1 while emulators are used for " +
        `${[...new Set(missing.map(({ service }) => service))].join(" and ")}: ` +
        "a demo must not be reachable from outside",
    );
  }
  problems.push(...problemsOfDatabase(env), ...problemsOfPictures(env), ...vinKeyProblems(env));
  if (env.METRICS_PORT > 0 && !isLoopback(env.METRICS_HOST) && !env.METRICS_TOKEN) {
    problems.push(
      "METRICS_TOKEN is missing: METRICS_HOST makes the metrics reachable from other machines",
    );
  }
  const others = problems.filter((text) => !wrongNames.some((name) => text.startsWith(`${name} `)));
  const all = [...wrong.map(explain), ...others];
  if (all.length > 0) throw new ConfigurationError(listOf(all));

  return {
    ...env,
    DATA_DIR: resolve(env.DATA_DIR),
    VIN_KEYS: readVinKeys(env.VIN_KEYS) ?? developmentVinKeys,
    REQUIRE_SECOND_FACTOR: env.REQUIRE_SECOND_FACTOR && env.REQUIRE_SECOND_FACTOR === "1",
    fillWithDemo:
      env.DEMO === "1" ||
      (env.DEMO === undefined && !env.DATABASE_URL && env.NODE_ENV !== "production"),
  };
}

/** A partly configured service must not fall back to the emulator. */
function halfConfigured(
  env: z.output<typeof schema>,
  among: readonly string[] = Object.keys(services),
): string[] {
  return Object.entries(services).flatMap(([service, names]) => {
    if (!among.includes(service)) return [];
    const unset = names.filter((name) => !env[name]);
    if (unset.length === 0 || unset.length === names.length) return [];
    return unset.map((name) => `${name} is missing: ${service} needs all of ${names.join(", ")}`);
  });
}

function problemsOfDatabase(env: z.output<typeof schema>): string[] {
  if (env.DATABASE_URL) return [];
  return (["DATABASE_POOLER_URL", "DATABASE_REPLICA_URL"] as const)
    .filter((name) => env[name])
    .map((name) => `DATABASE_URL is missing: ${name} stands beside it, never in its place`);
}

function problemsOfPictures(env: z.output<typeof schema>): string[] {
  return [...problemsOfPictureHosts(env), ...problemsOfBucket(env)];
}

/** The shop's own pages must not count as pictures. */
function problemsOfPictureHosts(env: z.output<typeof schema>): string[] {
  const problems: string[] = [];
  if (env.IMAGE_HOST_PUBLIC_URL && !env.IMAGE_HOST_URL) {
    problems.push("IMAGE_HOST_PUBLIC_URL is of use only with IMAGE_HOST_URL");
  }
  if (env.ORIGIN && createPictureFilter(env)(`${env.ORIGIN}/any`) !== "") {
    problems.push("Pictures must not lie at ORIGIN itself: give their host an address of its own");
  }
  return problems;
}

function problemsOfBucket(env: z.output<typeof schema>): string[] {
  const names = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;
  const unset = names.filter((name) => !env[name]);
  if (unset.length === names.length) {
    return env.S3_PUBLIC_URL ? ["S3_PUBLIC_URL is of use only with S3_ENDPOINT"] : [];
  }
  if (env.IMAGE_HOST_URL) {
    return ["S3_ENDPOINT and IMAGE_HOST_URL are both set: pictures are kept at one place"];
  }
  return unset.map((name) => `${name} is missing: storage of pictures needs ${names.join(", ")}`);
}

/** On this machine there is no line to encrypt. */
function saysTls(address = "postgres://localhost"): boolean {
  if (!URL.canParse(address)) return true;
  const { hostname, searchParams } = new URL(address);
  const isHere = hostname === "" || hostname.startsWith("%2F") || isLoopback(hostname);
  return isHere || searchParams.has("sslmode");
}

function problemsInProduction(env: z.output<typeof schema>): string[] {
  const problems: string[] = [];
  if (!env.ORIGIN) problems.push("ORIGIN is missing: the address at which people reach the shop");
  else if (!isHttps(env.ORIGIN) && !isLocalUrl(env.ORIGIN)) {
    problems.push("ORIGIN must start with https:// in production: sessions travel there");
  }
  if (env.ORIGIN && isHttps(env.ORIGIN) && env.PROXIES.length === 0) {
    problems.push(
      "PROXIES is missing: a proxy in front of the shop serves ORIGIN, and without its address all " +
        "visitors share one rate limit",
    );
  }
  for (const name of ["DATABASE_URL", "DATABASE_POOLER_URL", "DATABASE_REPLICA_URL"] as const) {
    if (saysTls(env[name])) continue;
    problems.push(
      `${name} must say sslmode=verify-full in production, or sslmode=disable where nobody else ` +
        "can be on the line",
    );
  }
  if (env.DEMO === "1") {
    problems.push("DEMO must not be 1 in production: the demo's accounts and stock are made up");
  }
  for (const name of ["STRIPE_API_URL", "STRIPE_SCRIPT_URL", "GOOGLE_ISSUER"] as const) {
    if (isHttps(env[name])) continue;
    problems.push(`${name} must start with https:// in production: only emulators do not`);
  }
  if (!env.SMTP_URL) {
    problems.push("SMTP_URL is missing: in production the mail server must be the real one");
  } else if (!env.MAIL_FROM) {
    problems.push(
      "MAIL_FROM is missing: the e-mail address that letters sent by SMTP_URL come from",
    );
  }
  if (env.IMAGE_HOST_URL && !env.IMAGE_HOST_KEY) {
    problems.push("IMAGE_HOST_KEY is missing: the image host at IMAGE_HOST_URL requires it");
  }
  return problems;
}

function explain(issue: z.core.$ZodIssue): string {
  const name = issue.path.join(".");
  return issue.message.startsWith(name) ? issue.message : `${name}: ${issue.message}`;
}

function listOf(problems: string[]): string {
  return ["The configuration is invalid:", ...problems.map((line) => `  - ${line}`)].join("\n");
}
