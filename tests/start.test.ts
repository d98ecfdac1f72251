// `npm start` as people meet it: the first time, again, twice, killed, interrupted.

import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { catalogue } from "#seed/catalogue/catalogue.ts";
import { connect } from "#server/platform/database/connect.ts";
import { requireMigration } from "./builders/migration.ts";
import { createBareDatabase, createDatabase } from "./create-database.ts";
import {
  findProcessTree,
  isAlive,
  makeDataDir,
  runProgram,
  startProgram,
} from "./start-program.ts";

const parts = async (url: string) => {
  const response = await fetch(`${url}/api/parts`, { signal: AbortSignal.timeout(30_000) });
  return (await response.json()) as { img: string }[];
};
const gone = (pids: number[]) => expect.poll(() => pids.filter(isAlive)).toEqual([]);

describe("starting", () => {
  it("fills an empty shop with the demo, is the same after Ctrl-C and kill -9, and shares its data with none", async () => {
    const dataDir = await makeDataDir();
    const first = startProgram(dataDir);
    const url = await first.ready();
    const shown = await parts(url);
    expect(shown).toHaveLength(catalogue.length);
    expect(first.said()).toMatch(/"level":"info","time":"[^"]+","msg":"Creating the database/);
    expect(first.said()).not.toContain('"level":"error"');
    expect((await fetch(url + shown[0]?.img)).headers.get("content-type")).toBe("image/webp");
    const accounts = JSON.parse(await readFile(join(dataDir, "demo-accounts.json"), "utf8"));
    for (const { email, password } of Object.values<Record<string, string>>(accounts)) {
      expect(first.said()).toContain(`${email}  ${password}`);
    }
    // Ctrl-C leaves nothing behind, even with pages open.
    const open = await fetch(`${url}/api/live`);
    const family = await findProcessTree(first.pid);
    // PostgreSQL and its helpers are among them.
    expect(family.length).toBeGreaterThan(5);
    first.child.kill("SIGINT");
    await expect.poll(first.isRunning, { timeout: 30_000 }).toBe(false);
    expect(await first.ended).toBe(0);
    await gone(family);
    await open.body?.cancel().catch(() => {});

    const second = startProgram(dataDir);
    expect(await parts(await second.ready())).toEqual(shown);
    expect(second.said()).toContain(accounts.admin.password);
    const refused = startProgram(dataDir, { DEMO: "0" });
    expect(await refused.ended).toBe(1);
    expect(refused.said()).toContain("Another shop is using");
    const killed = await findProcessTree(second.pid);
    second.child.kill("SIGKILL");

    const third = startProgram(dataDir);
    expect(await parts(await third.ready())).toEqual(shown);
    await gone(killed);
  });
});

describe("stopping", () => {
  it("lets what is under way end, in a database that it migrated and left empty", async () => {
    const shop = startProgram(await makeDataDir(), { DATABASE_URL: await createBareDatabase() });
    const url = await shop.ready();
    expect(await parts(url)).toEqual([]);
    expect(shop.said()).not.toContain("Demo accounts");
    const body = JSON.stringify({ email: "nobody@example.com", password: "not the right one" });
    const asked = request(`${url}/api/identity/sign-in`, {
      method: "POST",
      headers: {
        origin: url,
        "content-type": "application/json",
        "content-length": body.length,
        expect: "100-continue",
      },
    });
    const answer = once(asked, "response");
    asked.flushHeaders();
    // From then on it is under way.
    await once(asked, "continue");
    asked.write(body.slice(0, 20));
    shop.child.kill("SIGTERM");
    await expect.poll(() => fetch(url).catch(() => "closed")).toBe("closed");
    asked.end(body.slice(20));
    const [{ statusCode }] = await answer;
    expect(statusCode).toBe(401);
    expect(await shop.ended).toBe(0);
  });

  it("goes down with npm when that is killed", async () => {
    const dataDir = await makeDataDir();
    const npm = runProgram("sh", ["-c", '"$0" server/main.ts & wait', process.execPath], dataDir, {
      npm_lifecycle_event: "start",
      DATABASE_URL: await createDatabase(),
    });
    await npm.ready();
    const family = await findProcessTree(npm.pid);
    npm.child.kill("SIGKILL");
    await gone(family);
  });
});

describe("refusing to start", () => {
  it("names all that is wrong with the configuration", async () => {
    const shop = startProgram(await makeDataDir(), { PORT: "many", WORKERS: "0" });
    expect(await shop.ended).toBe(1);
    expect(shop.said()).toMatch(/PORT must be.*\n.*WORKERS must be/);
    expect(shop.said()).not.toContain("    at ");
  });

  it.each(["1", "2"])("says once that the port is taken, with %s processes", async (WORKERS) => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const shop = startProgram(await makeDataDir(), {
      PORT: String(port),
      WORKERS,
      DATABASE_URL: await createDatabase(),
    });
    expect(await shop.ended).toBe(1);
    expect(shop.said().trim().split("\n")).toEqual([
      expect.stringContaining(`Port ${port} is in use`),
    ]);
  });

  it.each(["127.0.0.1:1", "nowhere.invalid"])(
    "says that there is no database at %s",
    async (at) => {
      const shop = startProgram(await makeDataDir(), {
        DATABASE_URL: `postgres://nobody@${at}/nothing`,
      });
      expect(await shop.ended).toBe(1);
      expect(shop.said()).toContain("The database at DATABASE_URL cannot be reached");
      expect(shop.said()).not.toContain("    at ");
    },
  );

  it("says which release a database needs that a newer one has migrated", async () => {
    const url = await createDatabase();
    const { db, close } = connect(url, { most: 1 });
    await requireMigration(db, "9999_of_the_next");
    await close();
    const shop = startProgram(await makeDataDir(), { DATABASE_URL: url });
    expect(await shop.ended).toBe(1);
    expect(shop.said().trim().split("\n")).toEqual([
      expect.stringMatching(/too old for the database: .* need a release with 9999_of_the_next/),
    ]);
  });
});

/** A clone whose dependencies are installed but whose pages are not built. */
async function cloneTo(folder: string): Promise<void> {
  const { stdout } = spawnSync("git", ["ls-files", "-z"], { encoding: "utf8" });
  for (const file of stdout.split("\0").filter(Boolean)) {
    if (!file.startsWith("tools/")) await cp(file, join(folder, file));
  }
  await symlink(join(process.cwd(), "node_modules"), join(folder, "node_modules"));
}

describe("setting up", () => {
  it("builds once in a clone at a path with a space, and starts by npm", async () => {
    const clone = join(await makeDataDir("shop clone "), "my clone");
    await cloneTo(clone);
    const env = {
      NODE_ENV: "development",
      DATABASE_URL: await createDatabase(),
    };
    const npm = runProgram("npm", ["start"], join(clone, "data"), env, clone);
    const html = await (await fetch(await npm.ready())).text();
    expect(html).toContain("The best Automotive shop");
    expect(npm.said()).toContain("Building the pages...");
    const family = await findProcessTree(npm.pid);
    npm.child.kill("SIGINT");
    await gone(family);

    const again = spawnSync("node", ["scripts/setup.mjs"], { cwd: clone, encoding: "utf8" });
    expect([again.status, again.stdout]).toEqual([0, ""]);
  });

  it("repairs a Node of its own that was cut short", async () => {
    const clone = await makeDataDir("shop clone ");
    await cp("scripts/setup.mjs", join(clone, "scripts/setup.mjs"));
    await cp("package.json", join(clone, "package.json"));
    await cp("package-lock.json", join(clone, "package-lock.json"));
    await mkdir(join(clone, "node_modules/.bin"), { recursive: true });
    await writeFile(join(clone, "node_modules/.bin/node"), "", { mode: 0o755 });
    // An npm that only says that it was asked to install.
    const npm = join(clone, "npm.js");
    await writeFile(npm, 'console.log("asked: " + process.argv[2]); process.exit(1);');
    const { stdout } = spawnSync(process.execPath, ["scripts/setup.mjs"], {
      cwd: clone,
      env: { ...process.env, npm_execpath: npm },
      encoding: "utf8",
    });
    expect(stdout).toContain("asked: ci");
  });

  it.runIf(process.geteuid?.() === 0)(
    "says which system library it installs, and installs no other",
    async () => {
      const clone = await makeDataDir("shop clone ");
      await cp("scripts", join(clone, "scripts"), { recursive: true });
      await cp("package.json", join(clone, "package.json"));
      await cp("package-lock.json", join(clone, "package-lock.json"));
      const program = (name: string, text: string) =>
        writeFile(join(clone, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
      // A Node that starts only once the library is there, and an apt-get that notes what it is told.
      await mkdir(join(clone, "node_modules/.bin"), { recursive: true });
      await writeFile(join(clone, "npm.js"), "");
      await program("node_modules/.bin/node", `test -e '${clone}/libatomic1'`);
      await program("apt-get", `echo "$@" >> apt-get.log; touch "\${4:-apt-get.log}"`);
      const { stdout } = spawnSync(process.execPath, ["scripts/setup.mjs"], {
        cwd: clone,
        env: { PATH: `${clone}:/usr/bin:/bin`, npm_execpath: join(clone, "npm.js") },
        encoding: "utf8",
      });
      expect(stdout).toContain("Node needs the system library libatomic1: installing it");
      const told = await readFile(join(clone, "apt-get.log"), "utf8");
      expect(told.split("\n")).toEqual([
        "--version",
        "update",
        "install -y --no-install-recommends libatomic1",
        "",
      ]);
    },
  );
});
