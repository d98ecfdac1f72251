// What an operator starts from says what is so.
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { ConfigurationError, readEnv, variableNames } from "#server/platform/config/env.ts";
import { startArguments } from "../scripts/start-command.ts";

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
        if (error instanceof ConfigurationError) return error.message;
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
      VIN_KEYS: "2026=vFvWq3o1m7nDq2rXc0pLz8YtKj5sHb4uGf6eRa9iQx0=",
    };
    const filledIn = all.map(({ name, value }) => [
      name,
      own[name] ?? value.replace("CHANGE-ME", "8Zq3LmW7rT0pXn2v8Zq3"),
    ]);
    expect(refused(Object.fromEntries(filledIn))).toBe("");
  });
});

describe("security/keys.md", () => {
  it("names every secret of the configuration, and who changes it", async () => {
    const keys = await readFile("security/keys.md", "utf8");
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
    ["partwright@.service", /^Environment=(.*)$/gm, /^NODE_COMPILE_CACHE$/],
    ["Containerfile", /^ENV (.*)$/gm, /^(PATH|NODE_COMPILE_CACHE)$/],
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

describe("the unit", () => {
  it("starts what npm start does, by whole paths: the link leads new processes to what is new", async () => {
    const unit = await read("partwright@.service");
    const [node, ...args] = (/^ExecStart=(.*)$/m.exec(unit)?.[1] ?? "").split(" ");
    const at = "/opt/partwright/";
    expect(node).toBe(`${at}node_modules/.bin/node`);
    const here = args.map((word) => word.replace(at, ""));
    expect(here).toEqual(startArguments.map((word) => word.replace(/^\.\//, "")));
    const files = args.filter((word) => /\.\w+$/.test(word));
    expect(files.filter((file) => !file.startsWith(at))).toEqual([]);
  });

  it("is imitated by as-shop: user, folders, configuration, and how files are made", async () => {
    const folder = await mkdtemp(join(tmpdir(), "shop-as-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const told = '#!/bin/sh\nfor word; do echo "$word"; done\n';
    await writeFile(join(folder, "systemd-run"), told, { mode: 0o755 });
    const env = { PATH: `${folder}:${process.env.PATH}` };
    const given = ["scripts/backup.ts", "/var/backups/of the shop.tar"];
    const said = execFileSync("sh", ["deploy/as-shop", ...given], { env, encoding: "utf8" });
    const words = said.trimEnd().split("\n");
    const valuesOf = (flag: string) => words.filter((_, index) => words[index - 1] === flag);
    const unit = await read("partwright@.service");
    expect(valuesOf("-p").length).toBeGreaterThan(4);
    expect(valuesOf("-p").filter((line) => !`\n${unit}`.includes(`\n${line}\n`))).toEqual([]);
    const [own = ""] = /(?<=^Environment=).*$/m.exec(unit) ?? [];
    const shared = own.split(" ").filter((line) => !line.startsWith("PORT="));
    expect(valuesOf("-E").toSorted()).toEqual(shared.toSorted());
    expect(words.slice(-3)).toEqual(["/opt/partwright/node_modules/.bin/node", ...given]);
  });
});

describe("who stops the shop", () => {
  it.each([
    ["partwright@.service", /^TimeoutStopSec=(\d+)$/m],
    ["compose.yaml", /^ {4}stop_grace_period: (\d+)s$/m],
  ])("waits by %s for the longest STOP_DELAY and what is under way", async (file, form) => {
    const patience = Number(form.exec(await read(file))?.[1]);
    const isTaken = (seconds: number) => {
      try {
        return readEnv({ NODE_ENV: "test", STOP_DELAY: String(seconds) }).STOP_DELAY === seconds;
      } catch {
        return false;
      }
    };
    expect([isTaken(patience - 30), isTaken(patience - 29)]).toEqual([true, false]);
  });
});

describe("compose.yaml", () => {
  it("has the shop believe nginx's address and no other", async () => {
    const text = await read("compose.yaml");
    const [, believed] = /^ +PROXIES: (\S+)$/m.exec(text) ?? [];
    const [, own] = /ipv4_address: ([\d.]+)/.exec(text) ?? [];
    expect(believed).toBe(own);
    // Whoever joins gets one of the lower half.
    expect(text).toMatch(/ip_range: [\d.]+\.0\/25/);
    expect(Number(own?.split(".").at(-1))).toBeGreaterThan(127);
  });
});

describe("the keys that an operator fills in", () => {
  it.each(["deploy/shop.env", "deploy/.env"])(
    "%s gets into no commit and no image",
    async (file) => {
      const ignored = execFileSync("git", ["check-ignore", file], { encoding: "utf8" });
      expect(ignored.trim()).toBe(file);
      expect((await readFile(".dockerignore", "utf8")).split("\n")).toContain(file);
    },
  );
});
