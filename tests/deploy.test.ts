// What an operator starts from says what is so.
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { BadConfiguration, readEnv, variableNames } from "#server/env.ts";

const read = (file: string) => readFile(`deploy/${file}`, "utf8");

/** Each line that sets something, or would without its `#`. */
function linesOf(text: string) {
  const lines = text.matchAll(/^(#?)([A-Z][A-Z0-9_]*)=(.*)$/gm);
  return [...lines].map(([, off, name = "", value = ""]) => ({ isSet: !off, name, value }));
}

describe("deploy/shop.env.example", () => {
  it("names every variable there is, once, and no other", async () => {
    const names = linesOf(await read("shop.env.example")).map(({ name }) => name);
    expect(names.sort()).toEqual([...variableNames].sort());
  });

  it("starts no shop before each secret is one's own", async () => {
    const lines = linesOf(await read("shop.env.example"));
    const all = lines.filter(({ name }) => !name.startsWith("IMAGE_HOST"));
    const asItIs = Object.fromEntries(all.map(({ name, value }) => [name, value]));
    const refused = (variables: Record<string, string>) => {
      try {
        readEnv(variables);
        return "";
      } catch (error) {
        if (error instanceof BadConfiguration) return error.message;
        throw error;
      }
    };
    const placeholders = all.filter(({ value }) => value.includes("CHANGE-ME"));
    expect(placeholders.length).toBeGreaterThan(8);
    for (const { name } of placeholders) expect(refused(asItIs)).toContain(`- ${name} `);
    const own: Record<string, string> = {
      STRIPE_SECRET_KEY: "sk_live_8Zq3LmW7rT0pXn2v8Zq3",
      STRIPE_PUBLISHABLE_KEY: "pk_live_8Zq3LmW7rT0pXn2v8Zq3",
      STRIPE_WEBHOOK_SECRET: "whsec_8Zq3LmW7rT0pXn2v8Zq3",
    };
    const filledIn = all.map(({ name, value }) => [
      name,
      own[name] ?? value.replace("CHANGE-ME", "8Zq3LmW7rT0pXn2v8Zq3"),
    ]);
    expect(refused(Object.fromEntries(filledIn))).toBe("");
  });
});

describe("SECURITY.md", () => {
  it("names every secret of the configuration among its keys, and who changes it", async () => {
    const page = await readFile("SECURITY.md", "utf8");
    const keys = page.slice(page.indexOf("\n## Keys"), page.indexOf("\n## Logs"));
    const lines = linesOf(await read("shop.env.example"));
    const isPublic = /^(DATABASE_.*|STRIPE_PUBLISHABLE_KEY|GOOGLE_CLIENT_ID|S3_ACCESS_KEY_ID)$/;
    const secrets = lines
      .filter(({ name, value }) => value.includes("CHANGE-ME") || name.endsWith("_HEADERS"))
      .filter(({ name }) => !isPublic.test(name));
    expect(secrets.length).toBeGreaterThan(6);
    const rows = keys.split("\n").filter((line) => line.startsWith("| "));
    const unnamed = secrets.filter(({ name }) => !rows.some((row) => row.includes(`\`${name}\``)));
    expect(unnamed).toEqual([]);
  });
});

describe("what starts the shop", () => {
  it.each([
    [
      "compose.yaml",
      /^ {6}([A-Z][A-Z0-9_]*):/gm,
      /^(POSTGRES_|SHOP_DOMAIN|SHOP_UPSTREAM|HTTPS?_PORT|TLS_)/,
    ],
    ["partwright@.service", /^Environment=(.*)$/gm, /^$/],
    ["Containerfile", /^ENV (.*)$/gm, /^PATH$/],
  ] as const)("%s sets variables that there are", async (file, form, others) => {
    const found = [...(await read(file)).matchAll(form)].flatMap(([, set = ""]) =>
      set.split(" ").map((each) => each.split("=")[0] ?? ""),
    );
    const ofShop = found.filter((name) => !others.test(name));
    expect(ofShop.length).toBeGreaterThan(2);
    expect(ofShop.filter((name) => !variableNames.includes(name))).toEqual([]);
  });
});

/** As systemd does it: file after file, and what comes later counts. */
function environmentOf(port: string, unit: string, files: Record<string, string>) {
  const paths = [...unit.matchAll(/^EnvironmentFile=(-?)(.+)$/gm)];
  const all = paths.flatMap(([, optional, path = ""]) => {
    const name = path.replaceAll("%i", port).replace("/etc/partwright/", "");
    const text = files[name];
    if (text === undefined && !optional) throw new Error(`${name} must be there`);
    return linesOf(text ?? "");
  });
  return Object.fromEntries(all.map(({ name, value }) => [name, value]));
}

describe("two units with metrics", () => {
  it("have a port each, as the README writes their files", async () => {
    const [unit, page] = [await read("partwright@.service"), await read("README.md")];
    const echoed = page.matchAll(/^echo (METRICS_PORT=\d+) > \/etc\/partwright\/(\d+\.env)$/gm);
    const files = Object.fromEntries([...echoed].map(([, line = "", name = ""]) => [name, line]));
    const ports = (/systemctl enable --now (.*)/.exec(page)?.[1] ?? "").match(/(?<=@)\d+/g) ?? [];
    expect(ports.length).toBeGreaterThan(1);
    expect(Object.keys(files)).toEqual(ports.map((port) => `${port}.env`));
    const metricsOf = (own: typeof files) =>
      ports.map((port) => {
        const environment = environmentOf(port, unit, own);
        return readEnv({ NODE_ENV: "test", ...environment }).METRICS_PORT;
      });
    expect(new Set(metricsOf({ ...files, "shop.env": "" })).size).toBe(ports.length);
    // A unit's own counts more than that of all; without files of their own they start as well.
    const inAll = { "shop.env": "METRICS_PORT=9400" };
    expect(metricsOf({ ...files, ...inAll })).toEqual(metricsOf({ ...files, "shop.env": "" }));
    expect(new Set(metricsOf(inAll))).toEqual(new Set([9400]));
  });

  it("are warned where somebody would set one for all", async () => {
    const example = await read("shop.env.example");
    const [above = ""] = /(?:^# .*\n)+(?=#METRICS_PORT=)/m.exec(example) ?? [];
    expect(above).toContain("/etc/partwright/3001.env");
  });
});
