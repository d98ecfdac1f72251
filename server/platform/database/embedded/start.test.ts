import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { changeSettings } from "#tests/change-settings.ts";
import * as kit from "#tests/embedded-postgres.ts";
import { createMissingLinks } from "./find-programs.ts";
import { retryDelays } from "./keep-running.ts";
import { inspection, runPostgres, trimLog } from "./run-postgres.ts";
import { startEmbeddedPostgres } from "./start.ts";

const isRoot = process.geteuid?.() === 0;
const nobody = 65534;

/** A data folder with a cluster. Tests that damage it use a copy. */
let dataDir: string;

beforeAll(async () => {
  dataDir = join(fs.mkdtempSync(join(tmpdir(), "partwright tests-")), "data dir");
  await (await startEmbeddedPostgres({ dataDir })).stop();
});
afterAll(() => fs.rmSync(join(dataDir, ".."), { recursive: true }));
afterEach(kit.cleanUp);

const until = (isSo: () => unknown) => expect.poll(isSo, { interval: 10 });

test("a first start made the database shop, durable and private", async () => {
  const { url } = await kit.startPostgres({ dataDir });
  const [found] = await kit.query(
    url,
    `select current_database() as database, rolsuper as super,
        current_setting('server_version_num')::int / 10000 as version,
        current_setting('server_encoding') as encoding, datlocale as locale,
        array_to_string(array(select current_setting(name) from unnest(array['fsync',
          'full_page_writes', 'synchronous_commit']) as name), ' ') as durable,
        current_setting('listen_addresses') as addresses, current_setting('timezone') as zone
      from pg_database, pg_roles where datname = 'shop' and rolname = current_user`,
  );
  expect(found).toEqual({
    database: "shop",
    super: false,
    version: 18,
    encoding: "UTF8",
    locale: "C.UTF-8",
    durable: "on on on",
    addresses: "",
    zone: "UTC",
  });
  const mode = (path: string) => fs.statSync(path).mode & 0o777;
  expect(mode(dataDir)).toBe(0o700);
  expect(mode(join(dataDir, "postgres-password"))).toBe(0o600);
  expect(mode(join(dataDir, "postgres-url"))).toBe(0o600);
  expect(mode(kit.socketDirOf(dataDir))).toBe(0o700);
  expect(fs.readFileSync(join(dataDir, "postgres-url"), "utf8")).toBe(url);
  expect(await kit.isReachable(url.replace(/:\w+@/, ":wrong@"))).toBe(false);
});

test("stopping leaves no process and no socket, and the data is there again", async () => {
  const first = await kit.startPostgres({ dataDir });
  await kit.query(first.url, "create table kept as select 42 as answer");
  const pids = [kit.postmasterOf(dataDir), kit.watcherOf(dataDir)];
  const sockets = kit.socketDirOf(dataDir);
  await Promise.all([first.stop(), first.stop()]);
  expect(kit.isAlive(pids[0] ?? 0)).toBe(false);
  expect(fs.existsSync(sockets)).toBe(false);
  await until(() => pids.some(kit.isAlive)).toBe(false);

  const { url } = await kit.startPostgres({ dataDir, settings: { work_mem: "5MB" } });
  expect(await kit.query(url, "select answer from kept")).toEqual([{ answer: 42 }]);
  expect(await kit.query(url, "show work_mem")).toEqual([{ work_mem: "5MB" }]);
  process.kill(kit.watcherOf(dataDir), "SIGKILL"); // cleanUp waits for the stop without it
});

test("two data folders side by side are two databases, though one is a copy", async () => {
  const one = await kit.startPostgres({ dataDir });
  const two = await kit.startPostgres({ dataDir: kit.makeDataDir(dataDir) });
  await kit.query(one.url, "create table mine (id int)");
  expect(await kit.query(two.url, "select to_regclass('mine') as mine")).toEqual([{ mine: null }]);
});

test("the path of the data folder may be longer than that of a socket", async () => {
  const long = join(kit.makeDataDir(dataDir), "..", "long".repeat(40));
  fs.renameSync(join(long, "..", "data dir"), long);
  expect(await kit.isReachable((await kit.startPostgres({ dataDir: long })).url)).toBe(true);
});

test("a start waits for a shop that is about to end", async () => {
  const first = await kit.startPostgres({ dataDir });
  const second = kit.startPostgres({ dataDir });
  await first.stop();
  expect(await kit.isReachable((await second).url)).toBe(true);
});

test("when the shop is killed, PostgreSQL goes away by itself", async () => {
  const shop = kit.startOtherShop({ dataDir });
  expect(await kit.isReachable(await shop.printed)).toBe(true);
  const pids = [kit.postmasterOf(dataDir), kit.watcherOf(dataDir)];
  const sockets = kit.socketDirOf(dataDir);
  process.kill(shop.pid, "SIGKILL");
  await until(() => pids.some(kit.isAlive) || fs.existsSync(sockets)).toBe(false);
  expect(await kit.isReachable((await kit.startPostgres({ dataDir })).url)).toBe(true);
});

test("PostgreSQL whose shop and watcher were killed is ended and started anew", async () => {
  const shop = kit.startOtherShop({ dataDir });
  const oldUrl = await shop.printed;
  const postmaster = kit.postmasterOf(dataDir);
  process.kill(kit.watcherOf(dataDir), "SIGKILL");
  process.kill(shop.pid, "SIGKILL");
  await shop.ended;
  expect(await kit.isReachable(oldUrl)).toBe(true);
  const { url } = await kit.startPostgres({ dataDir });
  expect(await kit.isReachable(url)).toBe(true);
  expect(kit.isAlive(postmaster)).toBe(false);
});

test.each([
  ["a dead process", 2 ** 22 + 1],
  ["a living process that is no PostgreSQL", process.pid],
])("a lock file that names %s is stale", async (_, pid) => {
  const lines = [pid, join(dataDir, "postgres"), 1_700_000_000, 5432, "/tmp", "", "1 1", "ready"];
  fs.writeFileSync(join(dataDir, "postgres", "postmaster.pid"), `${lines.join("\n")}\n`);
  expect(await kit.isReachable((await kit.startPostgres({ dataDir })).url)).toBe(true);
});

test("when PostgreSQL is killed, service comes back and nothing confirmed is lost", async () => {
  const { url } = await kit.startPostgres({ dataDir });
  await kit.query(url, "drop table if exists sold");
  await kit.query(url, "create table sold (id int primary key)");
  let [id, confirmed] = [0, 0];
  let selling = true;
  const sell = async () => {
    while (selling) {
      id += 1;
      const sold = kit.query(url, `insert into sold values (${id})`);
      await sold.then(() => (confirmed += 1)).catch(() => {});
    }
  };
  const sellers = [sell(), sell(), sell(), sell()];
  for (let kill = 0; kill < 3; kill += 1) {
    const before = confirmed;
    await until(() => confirmed).toBeGreaterThan(before + 20);
    const postmaster = kit.postmasterOf(dataDir);
    process.kill(postmaster, "SIGKILL");
    await until(() => kit.isAlive(postmaster)).toBe(false);
  }
  const before = confirmed;
  await until(() => confirmed).toBeGreaterThan(before);
  selling = false;
  await Promise.all(sellers);
  // What was confirmed last may have been under way when PostgreSQL was killed.
  const count = () =>
    kit.query(url, "select count(*)::int as count from sold").then(
      ([found]) => found?.count,
      () => 0,
    );
  await until(count).toBeGreaterThanOrEqual(confirmed);
});

test("asked to end by somebody else, PostgreSQL is back though clients stay", async () => {
  const { url } = await kit.startPostgres({ dataDir });
  const client = kit.query(url, "select pg_sleep(600)").catch(() => {});
  const postmaster = kit.postmasterOf(dataDir);
  process.kill(postmaster, "SIGTERM");
  await until(() => kit.isAlive(postmaster)).toBe(false);
  await client;
  await until(() => kit.isReachable(url)).toBe(true);
});

test("a cluster that cannot start again is tried until it can", async () => {
  changeSettings(retryDelays, { maxMs: 200 });
  const spoilt = kit.makeDataDir(dataDir);
  const logged: string[] = [];
  const { url } = await kit.startPostgres({ dataDir: spoilt, log: (line) => logged.push(line) });
  const [there, gone] = ["global", "gone"].map((name) => join(spoilt, "postgres", name));
  fs.renameSync(there ?? "", gone ?? "");
  process.kill(kit.postmasterOf(spoilt), "SIGKILL");
  const reason = /^PostgreSQL cannot start\. .*postgres\.log: .*could not .*global.* Retrying\.$/;
  await until(() => logged.find((line) => reason.test(line))).toBeTruthy();
  fs.renameSync(gone ?? "", there ?? "");
  await until(() => kit.isReachable(url)).toBe(true);
});

test("a first start killed half way is made good by one of two, the other refuses", async () => {
  const fresh = kit.makeDataDir();
  const killed = kit.startOtherShop({ dataDir: fresh });
  const unfinished = () =>
    (fs.existsSync(fresh) ? fs.readdirSync(fresh) : []).find((name) => /^postgres.new-/.test(name));
  await until(() => fs.existsSync(join(fresh, unfinished() ?? "", "base", "1"))).toBe(true);
  process.kill(killed.pid, "SIGKILL");
  await killed.ended;

  const options = { dataDir: fresh, lockTimeoutMs: 500 };
  const shops = [0, 1].map(() => kit.startOtherShop(options));
  const printed = (await Promise.all(shops.map((shop) => shop.printed))).sort();
  expect(printed[0]).toBe(
    `EmbeddedPostgresError: Another shop is using DATA_DIR ${fresh}: stop it, or give this one ` +
      "another DATA_DIR.",
  );
  expect(await kit.isReachable(printed[1] ?? "")).toBe(true);
  expect(unfinished()).toBe(undefined);
});

test("a folder that is no database, or of another version, is refused and left alone", async () => {
  const spoilt = kit.makeDataDir(dataDir);
  fs.writeFileSync(join(spoilt, "postgres", "PG_VERSION"), "17\n");
  const refused = () => expect(kit.startPostgres({ dataDir: spoilt })).rejects;
  await refused().toThrow("was made by PostgreSQL 17, and this is 18");
  fs.rmSync(join(spoilt, "postgres", "PG_VERSION"));
  await refused().toThrow(
    `The database folder ${join(spoilt, "postgres")} cannot be created: ENOTEMPTY`,
  );
  expect(fs.existsSync(join(spoilt, "postgres", "base"))).toBe(true);
});

test("the log does not grow without limit", () => {
  const file = join(kit.makeFolder(), "postgres.log");
  const log = fs.openSync(file, "a"); // as PostgreSQL holds it all the time
  fs.writeSync(log, Buffer.alloc(11 * 1024 * 1024, "old\n"));
  trimLog(file);
  fs.writeSync(log, "new\n");
  fs.closeSync(log);
  trimLog(file);
  expect(fs.readFileSync(file, "utf8")).toBe("new\n");
  expect(fs.statSync(`${file}.old`).size).toBe(11 * 1024 * 1024);
});

test("the links that npm could not make are made, and others left alone", () => {
  const native = join(kit.makeFolder(), "native");
  fs.mkdirSync(join(native, "lib"), { recursive: true });
  fs.writeFileSync(join(native, "lib/libpq.so.5"), "");
  const targets = ["native/lib/libpq.so", "native/lib/libpq.so.5"];
  const list = targets.map((target) => ({ source: "native/lib/libpq.so.5.18", target }));
  fs.writeFileSync(join(native, "pg-symlinks.json"), JSON.stringify(list));
  createMissingLinks(native);
  createMissingLinks(native);
  expect(fs.readlinkSync(join(native, "lib/libpq.so"))).toBe("libpq.so.5.18");
  expect(fs.lstatSync(join(native, "lib/libpq.so.5")).isFile()).toBe(true);
});

test.runIf(isRoot)("root: below a folder that only root may enter", async () => {
  const closed = kit.makeFolder(); // mode 700
  kit.copyProject(closed);
  const shop = kit.startOtherShop({ dataDir: join(closed, "data dir") }, { root: closed });
  expect(await kit.isReachable(await shop.printed)).toBe(true);
  const proc = `/proc/${kit.postmasterOf(join(closed, "data dir"))}`;
  expect(fs.statSync(proc).uid).not.toBe(0);
  expect(fs.readlinkSync(`${proc}/cwd`)).toBe(join(closed, "data dir", "postgres"));
  const program = fs.readlinkSync(`${proc}/exe`);
  expect(program).toMatch(/^\/var\/cache\/partwright\/postgresql-[^/]+\/bin\/postgres$/);
  expect(fs.statSync(program).uid).toBe(0);
});

test.runIf(isRoot)("root: an ordinary user runs it from a copy of their own", async () => {
  const home = kit.makeFolder();
  kit.copyProject(home);
  fs.chownSync(home, nobody, nobody);
  fs.chmodSync(home, 0o755);
  const shop = kit.startOtherShop({ dataDir: join(home, "data") }, { root: home, as: nobody });
  expect(await kit.isReachable(await shop.printed)).toBe(true);
  expect(fs.statSync(`/proc/${kit.postmasterOf(join(home, "data"))}`).uid).toBe(nobody);

  const closed = kit.makeFolder();
  const refused = kit.startOtherShop({ dataDir: closed }, { root: home, as: nobody });
  expect(await refused.printed).toMatch(
    `The data folder ${closed} cannot be used (set DATA_DIR to`,
  );
});

test.skipIf(isRoot)("not root: the folder of another user is refused", async () => {
  await expect(kit.startPostgres({ dataDir: "/usr" })).rejects.toThrow(
    "The data folder /usr cannot be used",
  );
});

test.runIf(process.platform === "linux")("one that is stuck is ended", async () => {
  changeSettings(inspection, { everyMs: 50 });
  const [clusterDir, bin] = [kit.makeFolder(), kit.makeFolder()];
  // It claims to be ready and has no children to do its work.
  const code = `
    require("node:fs").writeFileSync("postmaster.pid", process.pid + "\\n".repeat(7) + "ready");
    process.on("SIGQUIT", () => process.exit(7));
    setInterval(() => {}, 60_000);`;
  const script = `#!/bin/sh\nexec '${process.execPath}' --eval '${code}'`;
  fs.writeFileSync(join(bin, "postgres"), script, { mode: 0o755 });
  const { gone } = await runPostgres({
    clusterDir,
    bin,
    owner: undefined,
    settings: {},
    socketDir: kit.makeFolder(),
    logFile: join(clusterDir, "postgres.log"),
    signal: new AbortController().signal,
  });
  expect(await gone).toBe("exit code 7");
});
