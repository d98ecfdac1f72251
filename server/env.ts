// The configuration: read once, at start, by one schema. A bad one stops the program with
// the full list of what is wrong.
import { resolve } from "node:path";
import * as z from "zod/mini";

const whole = (name: string, least: number, most: number, otherwise: number) =>
  z._default(
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
    ),
    otherwise,
  );

const optional = z.optional(z.string().check(z.minLength(1)));

const schema = z.object({
  NODE_ENV: z._default(
    z.enum(["development", "production", "test"], "NODE_ENV must be development or production"),
    "development",
  ),
  PORT: whole("PORT", 0, 65535, 3000),
  HOST: z._default(z.string().check(z.minLength(1)), "127.0.0.1"),
  ORIGIN: z.optional(
    z
      .string()
      .check(
        z.refine(isOrigin, "ORIGIN must be an origin, such as https://shop.example (no path)"),
      ),
  ),
  DATA_DIR: z._default(z.string().check(z.minLength(1)), "./data"),
  DATABASE_URL: z.optional(
    z
      .string()
      .check(
        z.refine(
          (url) => /^postgres(ql)?:\/\//.test(url),
          "DATABASE_URL must start with postgres://",
        ),
      ),
  ),
  WORKERS: whole("WORKERS", 1, 64, 1),
  DEMO: z.optional(z.enum(["0", "1"], "DEMO must be 0 or 1")),
  STRIPE_SECRET_KEY: optional,
  STRIPE_PUBLISHABLE_KEY: optional,
  STRIPE_WEBHOOK_SECRET: optional,
  GOOGLE_CLIENT_ID: optional,
  GOOGLE_CLIENT_SECRET: optional,
});

/** The services of other houses, by the variables that each needs. */
const services = {
  "the card provider": ["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET"],
  "the Google sign-in": ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
} as const;

export type Env = ReturnType<typeof readEnv>;

export class BadConfiguration extends Error {}

export function readEnv(variables: NodeJS.ProcessEnv) {
  // An empty variable is one that somebody meant to leave out.
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ""));
  const read = schema.safeParse(given);
  if (!read.success) {
    throw new BadConfiguration(listOf(read.error.issues.map((issue) => explain(issue))));
  }
  const env = read.data;
  const missing = Object.entries(services).flatMap(([service, names]) =>
    names.filter((name) => !env[name]).map((name) => ({ service, name })),
  );
  const problems: string[] = [];
  if (env.NODE_ENV === "production") {
    for (const { service, name } of missing) {
      problems.push(`${name} is missing: in production ${service} must be the real one`);
    }
    if (!env.ORIGIN) problems.push("ORIGIN is missing: the address at which people reach the shop");
  } else if (missing.length > 0 && !isLoopback(env.HOST)) {
    problems.push(
      "HOST must be 127.0.0.1 while stand-ins are used for " +
        `${[...new Set(missing.map(({ service }) => service))].join(" and ")}: ` +
        "a demo must not be reachable from outside",
    );
  }
  if (problems.length > 0) throw new BadConfiguration(listOf(problems));

  return {
    ...env,
    DATA_DIR: resolve(env.DATA_DIR),
    /** An empty shop is filled with the demo only where nobody could have meant it empty. */
    fillWithDemo:
      env.DEMO === "1" ||
      (env.DEMO === undefined && !env.DATABASE_URL && env.NODE_ENV !== "production"),
  };
}

function explain(issue: z.core.$ZodIssue): string {
  const name = issue.path.join(".");
  return issue.message.startsWith(name) ? issue.message : `${name}: ${issue.message}`;
}

function listOf(problems: string[]): string {
  return ["The configuration is not right:", ...problems.map((line) => `  - ${line}`)].join("\n");
}

function isOrigin(value: string): boolean {
  return URL.canParse(value) && new URL(value).origin === value && /^https?:/.test(value);
}

export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}
