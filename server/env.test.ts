import { describe, expect, it } from "vitest";
import { BadConfiguration, readEnv } from "./env.ts";

const services = {
  STRIPE_SECRET_KEY: "sk_canary",
  STRIPE_PUBLISHABLE_KEY: "pk_canary",
  STRIPE_WEBHOOK_SECRET: "whsec_canary",
  GOOGLE_CLIENT_ID: "id_canary",
  GOOGLE_CLIENT_SECRET: "secret_canary",
};
const production = { NODE_ENV: "production", ORIGIN: "https://shop.example", ...services };

function complaint(variables: Record<string, string>): string {
  try {
    readEnv(variables);
  } catch (error) {
    if (error instanceof BadConfiguration) return error.message;
  }
  return "";
}

describe("the configuration", () => {
  it("is complete with nothing set", () => {
    expect(readEnv({})).toMatchObject({ PORT: 3000, HOST: "127.0.0.1", WORKERS: 1 });
  });

  it("takes an empty variable for one that is not set", () => {
    expect(readEnv({ PORT: "", DATABASE_URL: "" })).toMatchObject({ PORT: 3000 });
  });

  it("lists everything that is wrong at once", () => {
    const said = complaint({ PORT: "x", WORKERS: "0", DATABASE_URL: "mysql://x", ORIGIN: "shop" });
    for (const name of ["PORT", "WORKERS", "DATABASE_URL", "ORIGIN"]) expect(said).toContain(name);
  });

  it.each(["65536", "-1", "3.5", "1e9"])("refuses %s as a port", (PORT) => {
    expect(complaint({ PORT })).toContain("PORT");
  });

  it("fills an empty shop with the demo only where nobody can have meant it empty", () => {
    expect(readEnv({}).fillWithDemo).toBe(true);
    expect(readEnv({ DEMO: "0" }).fillWithDemo).toBe(false);
    expect(readEnv({ DATABASE_URL: "postgres://a@b/c" }).fillWithDemo).toBe(false);
    expect(readEnv({ DATABASE_URL: "postgres://a@b/c", DEMO: "1" }).fillWithDemo).toBe(true);
    expect(readEnv(production).fillWithDemo).toBe(false);
  });

  it.each(Object.keys(services))("does not start in production without %s", (name) => {
    expect(complaint({ ...production, [name]: "" })).toContain(name);
  });

  it("prints no value of a secret", () => {
    expect(complaint({ ...production, ORIGIN: "", GOOGLE_CLIENT_ID: "" })).not.toContain("canary");
  });

  it("keeps a demo on this machine", () => {
    expect(complaint({ HOST: "0.0.0.0" })).toContain("HOST");
    expect(readEnv({ HOST: "0.0.0.0", ...services }).HOST).toBe("0.0.0.0");
  });
});
