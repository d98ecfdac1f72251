import { describe, expect, it } from "vitest";
import { ConfigurationError, readEnv } from "./env.ts";

const services = {
  STRIPE_SECRET_KEY: "sk_live_canary8Zq3LmW7rT",
  STRIPE_PUBLISHABLE_KEY: "pk_live_canary8Zq3LmW7rT",
  STRIPE_WEBHOOK_SECRET: "whsec_canary8Zq3LmW7rT",
  GOOGLE_CLIENT_ID: "canary.apps.googleusercontent.com",
  GOOGLE_CLIENT_SECRET: "GOCSPX-canary8Zq3LmW7rT",
};
const production = {
  NODE_ENV: "production",
  ORIGIN: "https://shop.example",
  PROXIES: "10.0.0.1",
  SMTP_URL: "smtps://shop:8Zq3LmW7@mail.example",
  MAIL_FROM: "letters@shop.example",
  VIN_KEYS: "2026=vFvWq3o1m7nDq2rXc0pLz8YtKj5sHb4uGf6eRa9iQx0=",
  ...services,
};

function complaint(variables: Record<string, string>): string {
  try {
    readEnv(variables);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
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

  it("keeps a demo on this machine", () => {
    expect(complaint({ HOST: "0.0.0.0" })).toContain("HOST");
    expect(readEnv({ HOST: "0.0.0.0", ...services }).HOST).toBe("0.0.0.0");
  });

  it.each([
    "https://shop.example/",
    "https://shop.example/path",
    "https://user@shop.example",
    "shop.example",
    "ftp://shop.example",
  ])("refuses %s as the shop's own address", (ORIGIN) => {
    expect(complaint({ ORIGIN })).toContain("ORIGIN");
  });

  it.each(["http://shop.example", "shop.example", "javascript:alert(1)"])(
    "does not speak in the open with a service at %s",
    (url) => {
      for (const name of ["GOOGLE_ISSUER", "STRIPE_API_URL", "STRIPE_SCRIPT_URL"]) {
        expect(complaint({ [name]: url })).toContain(name);
      }
      expect(complaint({ IMAGE_HOST_URL: url })).toContain("IMAGE_HOST_URL");
    },
  );

  it.each(["http://localhost:9", "http://127.0.0.1:9", "http://[::1]:9", "https://a.example/b"])(
    "speaks with a service at %s",
    (url) => {
      expect(readEnv({ GOOGLE_ISSUER: url, IMAGE_HOST_URL: url }).GOOGLE_ISSUER).toBe(url);
    },
  );

  it.each(["127.0.0.1", "10.0.0.0/8, ::1", "2001:db8::/32"])("takes %s as proxies", (PROXIES) => {
    expect(readEnv({ PROXIES }).PROXIES).toEqual(PROXIES.split(", "));
  });

  it.each([
    "true",
    "0.0.0.0/0",
    "::/0",
    "10.0.0.0/33",
    "10.0.0.0/8/8",
    "proxy.example",
    "10.0.0.1,",
  ])("refuses %s as proxies", (PROXIES) => {
    expect(complaint({ PROXIES })).toContain("PROXIES");
  });

  it.each(["shop", "shop@", "a@shop.example\r\nBcc: b@shop.example", "Shop <a@shop.example>"])(
    "refuses %j as the sender of letters",
    (MAIL_FROM) => {
      expect(complaint({ MAIL_FROM })).toContain("MAIL_FROM");
    },
  );
});

describe("in production", () => {
  it("a mail server is needed: the links in letters open accounts", () => {
    const { SMTP_URL: _, ...without } = production;
    expect(complaint(without)).toContain("- SMTP_URL is missing");
    expect(complaint(production)).toBe("");
  });

  it("the shop starts with everything in place", () => {
    expect(readEnv(production)).toMatchObject({ NODE_ENV: "production", ...services });
    const others = {
      IMAGE_HOST_URL: "https://images.example/upload",
      IMAGE_HOST_KEY: "8Zq3LmW7rT0pXn2v",
      DATABASE_URL: "postgres://shop:8Zq3LmW7@db.example/shop?sslmode=verify-full",
    };
    expect(readEnv({ ...production, ...others })).toMatchObject(others);
  });

  it.each(Object.keys(services))("it does not start without %s", (name) => {
    expect(complaint({ ...production, [name]: "" })).toMatch(new RegExp(`- ${name} is missing`));
  });

  it("it starts without Google", () => {
    const without = { ...production, GOOGLE_CLIENT_ID: "", GOOGLE_CLIENT_SECRET: "" };
    expect(complaint(without)).toBe("");
  });

  it("everything that is wrong or missing is told at once, each once", () => {
    const { STRIPE_SECRET_KEY: _, PROXIES: __, SMTP_URL: ___, ...rest } = production;
    const said = complaint({ ...rest, MAIL_FROM: "the shop", ORIGIN: "shop", DEMO: "1" });
    const named = said.split("\n").map((line) => /^ {2}- (\w+)/.exec(line)?.[1]);
    const expected = ["MAIL_FROM", "ORIGIN", "STRIPE_SECRET_KEY", "SMTP_URL", "DEMO"];
    expect(named.slice(1).sort()).toEqual(expected.sort());
  });

  it("people reach it on encrypted lines, or on this machine", () => {
    expect(complaint({ ...production, ORIGIN: "" })).toContain("ORIGIN is missing");
    expect(complaint({ ...production, PROXIES: "" })).toContain("PROXIES is missing");
    expect(complaint({ ...production, ORIGIN: "http://shop.example" })).toContain("ORIGIN must");
    expect(readEnv({ ...production, ORIGIN: "http://localhost:3000" }).ORIGIN).toBeTruthy();
  });

  it.each(["GOOGLE_ISSUER", "STRIPE_API_URL", "STRIPE_SCRIPT_URL"])(
    "nothing stands in at %s, even on this machine",
    (name) => {
      const said = complaint({ ...production, [name]: "http://localhost:13000" });
      expect(said).toContain(`${name} must start with https://`);
    },
  );

  it.each(["DATABASE_URL", "DATABASE_POOLER_URL", "DATABASE_REPLICA_URL"])(
    "%s says whether the line is encrypted, unless it is this machine's own",
    (name) => {
      const open = "postgres://shop:f4e8f2@database.example:5432/shop";
      const read = (address: string) =>
        readEnv({ ...production, DATABASE_URL: `${open}?sslmode=verify-full`, [name]: address });
      expect(() => read(open)).toThrow(`${name} must say sslmode=verify-full`);
      for (const address of [
        `${open}?sslmode=verify-full`,
        `${open}?sslmode=disable`,
        "postgres://shop@127.0.0.1/shop",
        "postgres://shop@%2Ftmp%2Fsocket/shop",
      ]) {
        expect(read(address)).toMatchObject({ [name]: address });
      }
    },
  );

  it("the card provider is where it really is", () => {
    expect(readEnv(production)).toMatchObject({
      STRIPE_API_URL: "https://api.stripe.com",
      STRIPE_SCRIPT_URL: "https://js.stripe.com/endive/stripe.js",
    });
  });

  it("there is no demo, whose accounts and orders are made up", () => {
    for (const HOST of ["127.0.0.1", "0.0.0.0"]) {
      expect(complaint({ ...production, HOST, DEMO: "1" })).toContain("DEMO must not be 1");
    }
    expect(readEnv({ ...production, DEMO: "0" }).fillWithDemo).toBe(false);
  });

  it("letters have a sender, and the image host a key", () => {
    const { MAIL_FROM: _, ...anonymous } = production;
    expect(complaint(anonymous)).toContain("MAIL_FROM is missing");
    const IMAGE_HOST_URL = "https://images.example";
    expect(complaint({ ...production, IMAGE_HOST_URL })).toContain("IMAGE_HOST_KEY is missing");
  });

  it.each([
    ["STRIPE_SECRET_KEY", "sk_test_8Zq3LmW7rT0pXn2v", "a test key"],
    ["STRIPE_PUBLISHABLE_KEY", "pk_test_8Zq3LmW7rT0pXn2v", "a test key"],
    ["STRIPE_PUBLISHABLE_KEY", "sk_live_8Zq3LmW7rT0pXn2v", "another kind of key"],
    ["STRIPE_SECRET_KEY", "pk_live_8Zq3LmW7rT0pXn2v", "another kind of key"],
    ["STRIPE_WEBHOOK_SECRET", "8Zq3LmW7rT0pXn2v", "another kind of key"],
    ["STRIPE_WEBHOOK_SECRET", "whsec_8Zq3", "too short"],
    ["GOOGLE_CLIENT_SECRET", "GOCSPX-xxxxxxxxxxxxxxxx", "placeholder"],
    ["GOOGLE_CLIENT_ID", "your-client-id.apps.googleusercontent.com", "placeholder"],
    ["GOOGLE_CLIENT_ID", "shop", "placeholder"],
    ["GOOGLE_CLIENT_SECRET", "8Zq3LmW7rT0pXn2v ", "blank"],
    ["DATABASE_URL", "postgres://shop:postgres@db.example/shop", "a well-known password"],
    ["DATABASE_REPLICA_URL", "postgres://shop:secret@db.example/shop", "a well-known password"],
    ["DATABASE_POOLER_URL", "postgres://shop:changeme@db.example/shop", "a well-known password"],
    ["S3_SECRET_ACCESS_KEY", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "placeholder"],
    ["SMTP_URL", "smtp://shop:change%2Dme@mail.example", "a well-known password"],
    ["VIN_KEYS", "2026=8Zq3LmW7rT0pXn2v", "pairs"],
    ["VIN_KEYS", `2026=${"A".repeat(43)}=`, "not random"],
  ])("%s is not %s", (name, value, problem) => {
    const said = complaint({ ...production, MAIL_FROM: "a@shop.example", [name]: value });
    expect(said).toMatch(new RegExp(`- ${name} .*${problem}`));
    expect(said).not.toContain(value);
  });

  it("no value of a secret is printed", () => {
    expect(complaint({ ...production, ORIGIN: "", GOOGLE_CLIENT_ID: "" })).not.toContain("canary");
  });

  it.each(["DATABASE_REPLICA_URL", "DATABASE_POOLER_URL"])(
    "%s stands beside a database",
    (name) => {
      const addresses = { [name]: "postgres://a@b/c" };
      expect(complaint(addresses)).toContain(`- DATABASE_URL is missing: ${name}`);
      expect(complaint({ ...addresses, DATABASE_URL: "postgres://a@b/d" })).toBe("");
    },
  );

  const bucket = {
    S3_ENDPOINT: "https://s3.example",
    S3_BUCKET: "pictures",
    S3_ACCESS_KEY_ID: "8Zq3LmW7rT0pXn2v",
    S3_SECRET_ACCESS_KEY: "8Zq3LmW7rT0pXn2v8Zq3",
  };

  it.each(Object.keys(bucket))("keeps pictures in a bucket with %s, or not at all", (name) => {
    expect(complaint(bucket)).toBe("");
    expect(complaint({ ...bucket, [name]: "" })).toContain(`- ${name} is missing`);
  });

  it("keeps pictures at one place", () => {
    const said = complaint({ ...bucket, IMAGE_HOST_URL: "https://images.example" });
    expect(said).toContain("S3_ENDPOINT and IMAGE_HOST_URL");
    expect(complaint({ S3_PUBLIC_URL: "https://images.example" })).toContain("S3_PUBLIC_URL");
    expect(complaint({ ...bucket, S3_ENDPOINT: "http://s3.example" })).toContain("S3_ENDPOINT");
    expect(complaint({ ...bucket, S3_ENDPOINT: "https://s3.example/x" })).toContain("no path");
  });

  it("shows pictures of a host, never pages of the shop as pictures", () => {
    const host = {
      IMAGE_HOST_URL: "https://images.example/upload",
      ORIGIN: "https://shop.example",
    };
    const pictures = (IMAGE_HOST_PUBLIC_URL: string) =>
      complaint({ ...host, IMAGE_HOST_PUBLIC_URL });
    expect(pictures("https://pictures.example")).toBe("");
    expect(pictures("http://pictures.example")).toContain("IMAGE_HOST_PUBLIC_URL must start with");
    expect(pictures(host.ORIGIN)).toContain("Pictures must not lie at ORIGIN itself");
    expect(complaint({ ...bucket, ORIGIN: host.ORIGIN, S3_PUBLIC_URL: host.ORIGIN })).toContain(
      "Pictures must not lie at ORIGIN itself",
    );
    expect(complaint({ IMAGE_HOST_PUBLIC_URL: "https://pictures.example" })).toContain(
      "IMAGE_HOST_PUBLIC_URL is of use only with IMAGE_HOST_URL",
    );
  });

  it("gives no emulator to who configured half of the real service", () => {
    const message = complaint({ GOOGLE_CLIENT_ID: "1234567890.apps.example" });
    expect(message).toContain("- GOOGLE_CLIENT_SECRET is missing: the Google sign-in needs all of");
    expect(message).not.toContain("1234567890");
  });
});
