// Lists and pages at a replica: never older than the primary, whatever the replica does.
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { aPart } from "#seed/builders.ts";
import { addPart } from "#server/modules/catalog/add-parts.ts";
import { expectWarning, warningsSoFar } from "#tests/fail-on-warnings.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";
import {
  pauseReplay,
  type ReplicatedPostgres,
  startReplicatedPostgres,
} from "#tests/replicated-postgres.ts";
import { connect as connectTo } from "./connect.ts";
import { queryRows } from "./query-rows.ts";
import { coalesce, readPrimaryPosition, readReplicaState } from "./replication-position.ts";

/** In place of the product's own way, when a test says so: nobody looks how far the replica has come. */
const known = vi.hoisted(() => ({ bad: false }));
vi.mock(import("./replication-position.ts"), async (original) => {
  const actual = await original();
  const always: typeof readReplicaState = async () => ({ followsPrimary: true, caughtUp: true });
  return {
    ...actual,
    readReplicaState: (...given) => (known.bad ? always : actual.readReplicaState)(...given),
  };
});

let pair: ReplicatedPostgres;
beforeAll(async () => {
  pair = await startReplicatedPostgres();
});
afterAll(() => pair.close());

const shopAtBoth = (replicaUrl = pair.replicaUrl) =>
  openShop({
    databaseUrl: pair.primaryUrl,
    env: { DATABASE_URL: pair.primaryUrl, DATABASE_REPLICA_URL: replicaUrl },
  });

/** Where a list is read now, as PostgreSQL itself says. */
const isAtReplica = ({ shop }: OpenShop) =>
  shop.read(async (db) => {
    const [row] = await queryRows<{ is: boolean }>(db, sql`select pg_is_in_recovery() as is`);
    return row?.is;
  });

async function openFollowed() {
  const shop = await shopAtBoth();
  await expect.poll(() => isAtReplica(shop)).toBe(true);
  return shop;
}

const shows = async (shop: OpenShop, path: string, name: string) =>
  (await (await shop.request(path)).text()).includes(name);

const aName = () => `Late ${crypto.randomUUID().slice(0, 8)}`;

/** A part that is added, when the shop has heard of it. */
async function addAndHear({ shop }: OpenShop, name: string): Promise<void> {
  await addPart(shop.db, aPart({ name }));
  await shop.events.catchUp();
}

/** Between the shop and the replica, as a network that loses everything from a moment on. */
async function openLine(to: string) {
  const { hostname, port } = new URL(to);
  const open: Socket[] = [];
  let isSilent = false;
  const server = createServer((shop) => {
    const there = connect(Number(port), hostname);
    for (const socket of [shop, there]) open.push(socket.on("error", () => {}));
    if (!isSilent) shop.pipe(there).pipe(shop);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const url = new URL(to);
  url.port = String((server.address() as AddressInfo).port);
  const fallSilent = () => {
    isSilent = true;
    for (const socket of open) socket.unpipe().pause();
  };
  return { url: url.href, fallSilent };
}

describe("with a replica", () => {
  it("lists are read there, and what was just changed is in them", async () => {
    // On a busy machine it may fall behind for a moment; what is read is right even so.
    expectWarning(/Could not read from the replica \(it is behind\)/);
    const [first, second] = [await openFollowed(), await openFollowed()];
    const [vera, ada] = [await signUp(first), await signUpAdmin(second)];
    const part = await aStockedPart(first);
    for (let round = 0; round < 10; round++) {
      const { _id } = await placeOrder(vera, part);
      const own = await vera.get(`/api/orders?email=${vera.email}`);
      expect(own.body).toContainEqual(expect.objectContaining({ _id }));
      expect((await ada.get("/api/allOrders?limit=1")).body).toMatchObject([{ _id }]);
    }
    for (const shop of [first, second]) await expect.poll(() => isAtReplica(shop)).toBe(true);
  });

  it.each(["/product", "/api/parts"])("%s is right though the replica is behind", async (path) => {
    expectWarning(/Could not read from the replica \(it is behind\)/);
    const shop = await openFollowed();
    const name = aName();
    expect(await shows(shop, path, name)).toBe(false);
    await pauseReplay(pair.replica());
    try {
      await addAndHear(shop, name);
      expect(await shows(shop, path, name)).toBe(true);
      expect(await isAtReplica(shop)).toBe(false);
    } finally {
      await pair.replica().execute(sql`select pg_wal_replay_resume()`);
    }
    await expect.poll(() => isAtReplica(shop)).toBe(true);
    expect(await shows(shop, path, name)).toBe(true);
  });

  it("would show and remember what is old, if nobody looked how far it has come", async () => {
    expectWarning(/Could not read from the replica \(it is behind\)/);
    const shop = await openFollowed();
    const name = aName();
    expect(await shows(shop, "/product", name)).toBe(false);
    // Nobody may look between: the replica would be left alone.
    known.bad = true;
    await pauseReplay(pair.replica());
    try {
      await addAndHear(shop, name);
      expect(await shows(shop, "/product", name)).toBe(false);
    } finally {
      known.bad = false;
      await pair.replica().execute(sql`select pg_wal_replay_resume()`);
    }
    const isThere = () =>
      queryRows(pair.replica(), sql`select 1 as is from parts where name = ${name}`);
    await expect.poll(isThere).toEqual([{ is: 1 }]);
    // The replica has it by now, and the page still has not.
    expect(await shows(shop, "/product", name)).toBe(false);
  });

  it("that goes away, the primary is read; and the replica again when it is back", async () => {
    expectWarning(/Could not read from the replica/);
    const shop = await openFollowed();
    const vera = await signUp(shop);
    const part = await aStockedPart(shop);
    await pair.stopReplica();
    const { _id } = await placeOrder(vera, part);
    expect((await vera.get(`/api/orders?email=${vera.email}`)).body).toMatchObject([{ _id }]);
    expect(await shows(shop, "/product", part.name)).toBe(true);
    await pair.startReplica();
    await expect.poll(() => isAtReplica(shop)).toBe(true);
  });

  it("that falls silent is waited for once, and nobody is left without an answer", async () => {
    expectWarning(/Could not read from the replica/);
    const line = await openLine(pair.replicaUrl);
    const shop = await shopAtBoth(line.url);
    await expect.poll(() => isAtReplica(shop)).toBe(true);
    line.fallSilent();
    const name = aName();
    await addAndHear(shop, name);
    expect(await shows(shop, "/product", name)).toBe(true);
    expect(await isAtReplica(shop)).toBe(false);
  });

  it("that is none, or another's, nothing is read there", async () => {
    expectWarning(/it is no replica of the database at DATABASE_URL/);
    const shop = await shopAtBoth(pair.primaryUrl);
    await expect.poll(warningsSoFar).toContainEqual(expect.stringContaining("no replica"));
    expect(await isAtReplica(shop)).toBe(false);
  });
});

it("a place in the log of another cluster or another timeline says nothing", async () => {
  const [primary, replica] = [connectTo(pair.primaryUrl), connectTo(pair.replicaUrl)];
  onTestFinished(async () => {
    await Promise.all([primary.close(), replica.close()]);
  });
  // A new file of the log, in which nothing is written yet: still nobody is behind.
  await pair.primary.execute(sql`select pg_switch_wal()`);
  const now = await readPrimaryPosition(primary.db);
  await expect
    .poll(() => readReplicaState(replica.db, now))
    .toEqual({ followsPrimary: true, caughtUp: true });
  const followsPrimary = async (other: Partial<typeof now>) =>
    (await readReplicaState(replica.db, { ...now, ...other })).followsPrimary;
  expect(await followsPrimary({ cluster: "7123456789012345678" })).toBe(false);
  expect(await followsPrimary({ timeline: now.timeline + 1 })).toBe(false);
  // The primary itself is no replica, wherever it stands.
  expect((await readReplicaState(primary.db, now)).followsPrimary).toBe(false);
});

it("a question that was under way does not count for who came later", async () => {
  let asked = 0;
  const answers: ((value: number) => void)[] = [];
  const ask = coalesce(() => {
    const mine = ++asked;
    return new Promise<number>((resolve) => answers.push(() => resolve(mine)));
  });
  const first = ask();
  const later = [ask(), ask()];
  answers[0]?.(0);
  expect(await first).toBe(1);
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.(0);
  expect(await Promise.all(later)).toEqual([2, 2]);
  const last = ask();
  answers[2]?.(0);
  expect(await last).toBe(3);
});
