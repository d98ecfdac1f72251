import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { connect, type Database } from "#server/database/connect.ts";
import { queryRows } from "#server/database/query-rows.ts";
import { findInstalled, makeMissingLinks, stage } from "./files.ts";
import { startGuarded } from "./guard.ts";
import { openLog, trimLog } from "./log.ts";
import { isLost } from "./lost.ts";
import { startEmbeddedPostgres } from "./start.ts";
import * as kit from "./testing.ts";

/** Unprivileged on every machine, and in /etc/passwd, which initdb asks for. */
const nobody = { uid: 65534, gid: 65534 };

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 }); // a busy machine is no failure

/** A data folder with a cluster, made once: it takes a second. A test that spoils it has a copy. */
let dataDir: string;

beforeAll(async () => {
  dataDir = join(fs.mkdtempSync(join(tmpdir(), "partwright tests-")), "data dir");
  await (await startEmbeddedPostgres({ dataDir })).stop();
});
afterAll(() => fs.rmSync(join(dataDir, ".."), { recursive: true }));
afterEach(kit.cleanUp);

async function ask<T>(url: string, use: (db: Database) => Promise<T>): Promise<T> {
  const { db, close } = connect(url, { most: 1 });
  return use(db).finally(close);
}

const answers = (url: string) =>
  ask(url, (db) => queryRows(db, sql`select`)).then(
    () => true,
    () => false,
  );

test("a first start made the database shop, durable and private", async () => {
  const { url } = await kit.open({ dataDir });
  const [found] = await ask(url, (db) =>
    queryRows(
      db,
      sql`
      select current_database() as database, rolsuper as super,
        current_setting('server_version_num')::int / 10000 as version,
        current_setting('server_encoding') as encoding, datlocale as locale,
        array_to_string(array(select current_setting(name) from unnest(array['fsync',
          'full_page_writes', 'synchronous_commit']) as name), ' ') as durable,
        current_setting('listen_addresses') as addresses
      from pg_database, pg_roles where datname = 'shop' and rolname = current_user`,
    ),
  );
  expect(found).toEqual({
    ...{ database: "shop", super: false, version: 18, encoding: "UTF8", locale: "C.UTF-8" },
    ...{ durable: "on on on", addresses: "" },
  });
  const mode = (path: string) => fs.statSync(path).mode & 0o777;
  expect(mode(dataDir)).toBe(0o700);
  expect(mode(join(dataDir, "postgres-password"))).toBe(0o600);
  expect(mode(kit.socketDirOf(dataDir))).toBe(0o700);
  expect(await answers(url.replace(/:\w+@/, ":wrong@"))).toBe(false);
});

test("stopping leaves no process and no socket folder, and the data is there again", async () => {
  const first = await kit.open({ dataDir });
  await ask(first.url, (db) => queryRows(db, sql`create table kept as select 42 as answer`));
  const [postmaster, sockets] = [kit.postmasterOf(dataDir), kit.socketDirOf(dataDir)];
  const guard = kit.parentOf(postmaster);
  await Promise.all([first.stop(), first.stop()]);
  await first.stop();
  expect([postmaster, guard].filter(kit.isAlive)).toEqual([]);
  expect(fs.existsSync(sockets)).toBe(false);

  const { url } = await kit.open({ dataDir });
  expect(await ask(url, (db) => queryRows(db, sql`select answer from kept`))).toEqual([
    { answer: 42 },
  ]);
});

test("settings are passed on, and over TCP if asked", async () => {
  const { url } = await kit.open({ dataDir, tcp: true, settings: { work_mem: "5MB" } });
  expect(new URL(url).hostname).toBe("127.0.0.1");
  expect(await ask(url, (db) => queryRows(db, sql`show work_mem`))).toEqual([{ work_mem: "5MB" }]);
});

test("two data folders side by side are two databases, though one is a copy", async () => {
  const one = await kit.open({ dataDir });
  const two = await kit.open({ dataDir: kit.dataFolder(dataDir) });
  await ask(one.url, (db) => queryRows(db, sql`create table mine (id int)`));
  expect(
    await ask(two.url, (db) => queryRows(db, sql`select to_regclass('mine') as mine`)),
  ).toEqual([{ mine: null }]);
});

test("a start waits for a shop that is about to end", async () => {
  const first = await kit.open({ dataDir });
  const second = kit.open({ dataDir });
  await first.stop();
  expect(await answers((await second).url)).toBe(true);
});

test("when the shop is killed, PostgreSQL goes away by itself", async () => {
  const shop = kit.otherShop({ dataDir });
  expect(await answers(await shop.said)).toBe(true);
  const [postmaster, sockets] = [kit.postmasterOf(dataDir), kit.socketDirOf(dataDir)];
  const guard = kit.parentOf(postmaster);
  process.kill(shop.pid, "SIGKILL");
  const gone = () => ![guard, postmaster].some(kit.isAlive) && !fs.existsSync(sockets);
  await kit.until(gone, "all of it is gone", 2_000);
  expect(await answers((await kit.open({ dataDir })).url)).toBe(true);
});

test("PostgreSQL whose shop and guard were killed is ended and started anew", async () => {
  const shop = kit.otherShop({ dataDir });
  const oldUrl = await shop.said;
  const [postmaster, sockets] = [kit.postmasterOf(dataDir), kit.socketDirOf(dataDir)];
  const guard = kit.parentOf(postmaster);
  process.kill(shop.pid, "SIGSTOP"); // it must not see its guard die
  for (const pid of [guard, ...kit.childrenOf(guard)]) {
    if (pid !== postmaster) process.kill(pid, "SIGKILL");
  }
  process.kill(shop.pid, "SIGKILL");
  await shop.ended;
  expect(await answers(oldUrl)).toBe(true);

  const lines: string[] = [];
  const { url } = await kit.open({ dataDir, notice: (line) => lines.push(line) });
  expect(lines).toEqual(["PostgreSQL is still running from an earlier start: ending it first"]);
  expect(await answers(url)).toBe(true);
  expect(kit.isAlive(postmaster)).toBe(false);
  expect(fs.existsSync(sockets)).toBe(false);
});

test.each([
  ["a dead process", 2 ** 22 + 1],
  ["a living process that is no PostgreSQL", process.pid],
])("a lock file that names %s is stale", async (_, pid) => {
  const lines = [pid, join(dataDir, "postgres"), 1_700_000_000, 5432, "/tmp", "", "1 1", "ready"];
  fs.writeFileSync(join(dataDir, "postgres", "postmaster.pid"), `${lines.join("\n")}\n`);
  expect(await answers((await kit.open({ dataDir })).url)).toBe(true);
});

test.each(["PostgreSQL", "the guard"])("when %s is killed, service comes back", async (who) => {
  const { url } = await kit.open({ dataDir });
  const { db, close } = connect(url, { most: 4 });
  await db.execute(sql`drop table if exists sold`);
  await db.execute(sql`create table sold (id int primary key)`);
  let [id, confirmed] = [0, 0];
  let selling = true;
  const sell = async () => {
    while (selling) {
      id += 1;
      const sold = await queryRows(db, sql`insert into sold values (${id})`).then(
        () => 1,
        () => 0,
      );
      confirmed += sold;
      if (!sold) await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const sellers = [sell(), sell(), sell(), sell()];
  for (let kill = 0; kill < 3; kill += 1) {
    const before = confirmed;
    await kit.until(() => confirmed > before + 20, "some were sold");
    const postmaster = kit.postmasterOf(dataDir);
    process.kill(who === "PostgreSQL" ? postmaster : kit.parentOf(postmaster), "SIGKILL");
    await kit.until(() => !kit.isAlive(postmaster), "it is gone", 5_000);
    await kit.until(() => answers(url), "it serves again", 5_000);
  }
  selling = false;
  await Promise.all(sellers);
  const [found] = await queryRows<{ count: number }>(
    db,
    sql`select count(*)::int as count from sold`,
  );
  await close();
  expect(found?.count).toBeGreaterThanOrEqual(confirmed);
});

test("asked to end by somebody else, PostgreSQL is back though clients stay", async () => {
  const { url } = await kit.open({ dataDir });
  const { db, close } = connect(url, { most: 1 });
  await db.execute(sql`select`);
  const postmaster = kit.postmasterOf(dataDir);
  process.kill(postmaster, "SIGTERM");
  await kit.until(() => !kit.isAlive(postmaster), "it is gone", 5_000);
  await kit.until(() => answers(url), "it serves again", 5_000);
  await close();
});

test("a cluster that cannot start again is tried until it can", async () => {
  const spoilt = kit.dataFolder(dataDir);
  const said: string[] = [];
  const { url } = await kit.open({ dataDir: spoilt, log: (line) => said.push(line) });
  const [there, gone] = ["global", "gone"].map((name) => join(spoilt, "postgres", name));
  fs.renameSync(there ?? "", gone ?? "");
  process.kill(kit.postmasterOf(spoilt), "SIGKILL");
  const told = /^PostgreSQL cannot start: could not .*global.*postgres\.log\. It is tried again\.$/;
  await kit.until(() => said.some((line) => told.test(line)), "it was told", 20_000);
  fs.renameSync(gone ?? "", there ?? "");
  await kit.until(() => answers(url), "it serves again");
});

test("a first start killed half way is made good by one of two, the other refuses", async () => {
  const fresh = kit.dataFolder();
  const unfinished = () =>
    (fs.existsSync(fresh) ? fs.readdirSync(fresh) : []).find((name) => /^postgres.new-/.test(name));
  const killed = kit.otherShop({ dataDir: fresh });
  const half = await kit.until(unfinished, "initdb has begun");
  await kit.until(() => fs.existsSync(join(fresh, half, "base", "1")), "initdb is half way");
  process.kill(killed.pid, "SIGKILL");
  await killed.ended;

  const shops = [0, 1].map(() => kit.otherShop({ dataDir: fresh, patience: 300 }));
  const said = (await Promise.all(shops.map((shop) => shop.said))).sort();
  expect(said[0]).toBe(
    `EmbeddedPostgresError: Another shop is using DATA_DIR ${fresh}: stop it, or give this one ` +
      "another DATA_DIR.",
  );
  expect(await answers(said[1] ?? "")).toBe(true);
  expect(unfinished()).toBe(undefined);
});

test("a folder that is no database, or of another version, is refused and left alone", async () => {
  const spoilt = kit.dataFolder(dataDir);
  fs.writeFileSync(join(spoilt, "postgres", "PG_VERSION"), "17\n");
  await expect(kit.open({ dataDir: spoilt })).rejects.toThrow(
    "was made by PostgreSQL 17, and this is 18",
  );
  fs.rmSync(join(spoilt, "postgres", "PG_VERSION"));
  await expect(kit.open({ dataDir: spoilt })).rejects.toThrow("holds something else");
  expect(fs.existsSync(join(spoilt, "postgres", "base"))).toBe(true);
});

test("the log does not grow without limit", () => {
  const file = join(kit.folder(), "postgres.log");
  const log = openLog(file); // as PostgreSQL holds it all the time
  fs.writeSync(log, Buffer.alloc(11 * 1024 * 1024, "old\n"));
  trimLog(file);
  fs.writeSync(log, "new\n");
  fs.closeSync(log);
  expect(fs.readFileSync(file, "utf8")).toBe("new\n");
  expect(fs.statSync(`${file}.old`).size).toBe(11 * 1024 * 1024);
  trimLog(file);
  expect(fs.readFileSync(file, "utf8")).toBe("new\n");
});

test("the links that npm could not make are made, and others left alone", () => {
  const root = kit.folder();
  const links = ["libpq.so", "libpq.so.5"].map((name) => join(root, "native", "lib", name));
  const [missing = "", present = ""] = links;
  fs.mkdirSync(join(root, "native", "lib"), { recursive: true });
  fs.writeFileSync(present, "");
  const source = "native/lib/libpq.so.5.18";
  const list = links.map((target) => ({ source, target: target.slice(root.length + 1) }));
  fs.writeFileSync(join(root, "native", "pg-symlinks.json"), JSON.stringify(list));
  makeMissingLinks(join(root, "native"));
  makeMissingLinks(join(root, "native"));
  expect(fs.readlinkSync(missing)).toBe("libpq.so.5.18");
  expect(fs.lstatSync(present).isFile()).toBe(true);
});

test.runIf(kit.isRoot)("root: below a folder that only root may enter", async () => {
  const closed = kit.folder(); // mode 700
  kit.copyProject(closed);
  const cache = fs.mkdtempSync("/var/cache/partwright-test-");
  const options = { dataDir: join(closed, "data dir"), cacheDir: join(cache, "copies") };
  try {
    fs.chmodSync(cache, 0o755);
    const shop = kit.otherShop(options, { root: closed });
    expect(await answers(await shop.said)).toBe(true);
    const proc = `/proc/${kit.postmasterOf(options.dataDir)}`;
    expect(fs.statSync(proc).uid).not.toBe(0);
    expect(fs.readlinkSync(`${proc}/cwd`)).toBe(join(options.dataDir, "postgres"));
    const copy = stage(findInstalled(), options.cacheDir); // made once, for every start
    expect(fs.readlinkSync(`${proc}/exe`)).toBe(join(copy, "bin", "postgres"));
    expect(fs.readdirSync(options.cacheDir)).toEqual([basename(copy)]);
  } finally {
    await kit.cleanUp();
    fs.rmSync(cache, { recursive: true });
  }
});

test.runIf(kit.isRoot)("root: programs are never copied where others can write", () => {
  const cacheDir = join(kit.folder("/tmp"), "copies");
  expect(() => stage(findInstalled(), cacheDir)).toThrow("/tmp can be changed by others");
});

test.runIf(kit.isRoot)("root: an ordinary user runs it from a copy of their own", async () => {
  const home = kit.folder();
  kit.copyProject(home);
  fs.chownSync(home, nobody.uid, nobody.gid);
  fs.chmodSync(home, 0o755);
  const dataDir = join(home, "data");
  const shop = kit.otherShop({ dataDir }, { root: home, as: nobody });
  expect(await answers(await shop.said)).toBe(true);
  expect(fs.statSync(`/proc/${kit.postmasterOf(dataDir)}`).uid).toBe(nobody.uid);
});

test.runIf(kit.isRoot)("root: an ordinary user is refused the folder of another", async () => {
  // A copy, because the clone may lie where an ordinary user cannot enter.
  const [root, home] = [kit.folder(), kit.folder()];
  kit.copyProject(root);
  for (const folder of [root, home]) fs.chmodSync(folder, 0o755);
  const shop = kit.otherShop({ dataDir: home }, { root, as: nobody });
  expect(await shop.said).toMatch(`EmbeddedPostgresError: The folder ${home} belongs to root`);
});

test.skipIf(kit.isRoot)("not root: the folder of another user is refused", async () => {
  await expect(kit.open({ dataDir: "/usr" })).rejects.toThrow("The folder /usr belongs to root");
});

test.runIf(process.platform === "linux")(
  "one that waits for nothing is ended, so that it is started again",
  async () => {
    const clusterDir = kit.folder();
    const bin = kit.folder();
    // It says that it is ready, and has none of those who would do its work.
    const code = `
      require("node:fs").writeFileSync("postmaster.pid", process.pid + "\\n".repeat(7) + "ready");
      process.on("SIGQUIT", () => process.exit(7));
      setInterval(() => {}, 60_000);`;
    const lost = `#!/bin/sh\nexec '${process.execPath}' --eval '${code}'`;
    fs.writeFileSync(join(bin, "postgres"), lost, { mode: 0o755 });
    const { gone } = await startGuarded({
      ...{ clusterDir, bin, owner: undefined, settings: {}, socketDir: kit.folder() },
      ...{ logFile: join(clusterDir, "postgres.log"), signal: new AbortController().signal },
    });
    expect(await gone).toBe("exit code 7");
  },
);

test.runIf(process.platform === "linux")("a working one is not lost", async () => {
  const { url } = await kit.open({ dataDir });
  const clusterDir = join(dataDir, "postgres");
  const pid = Number(fs.readFileSync(join(clusterDir, "postmaster.pid"), "utf8").split("\n")[0]);
  await ask(url, (db) => queryRows(db, sql`select 1`));
  expect(isLost(pid)).toBe(false);
});
