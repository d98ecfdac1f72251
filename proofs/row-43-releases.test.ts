// Row 43: the release before this one leaves its orders to this one, runs beside it, and again after it.
import { spawnSync } from "node:child_process";
import { symlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { makeDataDir } from "#tests/start-program.ts";
import { type Customer, cancelPaid, openCustomers, place, whileBuying } from "./customers.ts";
import { findBrokenPromises, findUnfinishedRefunds } from "./find-violations.ts";
import { addPart } from "./orders.ts";
import { waitUntilReconciled } from "./reconciliation.ts";
import { full, report } from "./report.ts";
import { type Shop, startShop } from "./start-shop.ts";

/** The last commit of the release before. A shallow clone does not have it. */
const previous = "69a4113";
const isThere = spawnSync("git", ["cat-file", "-e", `${previous}^{commit}`]).status === 0;
const buyingMs = (full ? Number(process.env.SECONDS ?? 60) : 5) * 1_000;
const stock = 1_000_000;
const options = { expectedComplaints: /./ };

async function checkOut(commit: string): Promise<string> {
  const folder = await makeDataDir("shop before ");
  const run = (command: string, args: string[]) => {
    const { status, stderr } = spawnSync(command, args, { cwd: folder, encoding: "utf8" });
    expect(status, stderr).toBe(0);
  };
  run("sh", ["-c", `git -C "$0" archive ${commit} | tar -x`, process.cwd()]);
  await symlink(resolve("node_modules"), join(folder, "node_modules"));
  run(process.execPath, ["scripts/setup.mjs"]);
  return folder;
}

/** What both releases store. */
const kept = (shop: Shop) =>
  shop.database.query(`select id, state, total_cents, transaction_id, quantity,
      (select json_agg((p.intent_id, p.amount_cents, p.state) order by p.id) from payments p
        where p.order_id = o.id) as payments,
      (select json_agg((r.refund_id, r.amount_cents, r.reason, r.state) order by r.id) from refunds r
        where r.order_id = o.id) as refunds,
      (select json_agg((m.change, m.after, m.reason) order by m.position) from stock_movements m
        where m.order_id = o.id) as movements,
      (select availabl_quantity from parts where id = o.part_id) as stock
    from orders o order by id`);

/** Stock is what was there less what is kept for orders, and movements explain it. */
async function findWrongStock({ database }: Shop): Promise<string[]> {
  const rows = await database.query<{ wrong: string }>(
    `select p.name || ': ' || row_to_json(s)::text || ' shown ' || availabl_quantity
        || ', moved ' || moved.on_hand || ' and ' || moved.reserved || ', ordered ' || ordered as wrong
    from parts p join stock s on s.part_id = p.id
      cross join lateral (select sum(on_hand_change) as on_hand, sum(reserved_change) as reserved
        from inventory_movements where part_id = p.id) moved
      cross join lateral (select coalesce(sum(quantity), 0) as ordered from orders
        where part_id = p.id and state in ('unpaid', 'paid', 'refunding')) kept
    where (s.on_hand, s.reserved, s.reserved, s.available, s.on_hand) is distinct from
      (moved.on_hand, moved.reserved, ordered, availabl_quantity::bigint, $1::bigint)`,
    [stock],
  );
  return rows.map(({ wrong }) => wrong);
}

async function findWrong(shop: Shop, ...customers: Customer[]): Promise<string[]> {
  const findOthers = async () => [
    ...(await findBrokenPromises(
      shop,
      customers.flatMap(({ acknowledged }) => acknowledged),
    )),
    ...(await findWrongStock(shop)),
    ...(await findUnfinishedRefunds(shop)),
  ];
  return (await waitUntilReconciled(shop, { findOthers })).wrong;
}

describe.runIf(isThere)("row 43: the release before", { timeout: 3_600_000 }, () => {
  it("leaves every order as it was, and runs beside this one and after it", async () => {
    const folder = await checkOut(previous);
    const before = await startShop({ ...options, folder, isUnchecked: true });
    const { cards, database } = before;
    const part = await addPart(before, { availablQuantity: stock });
    const here = await openCustomers(before, [part, part]);
    await whileBuying(here, () => sleep(buyingMs));
    // Some are being refunded, and nothing moves while the releases change.
    cards.faults({ down: true, path: "refunds" });
    for (let count = 0; count < 3; count++) await cancelPaid(here[0]);
    cards.faults({ down: true });
    await before.stop();
    const left = await kept(before);

    const again = { ...options, databaseUrl: database.url, cards };
    const after = await startShop(again);
    const carried = await kept(after);
    const changed = left.filter((row, at) => JSON.stringify(row) !== JSON.stringify(carried[at]));
    const states = new Set(left.map(({ state }) => state));
    cards.faults({ clear: true });

    // Both, as in a rolling deploy: each has customers of its own.
    const beside = await startShop({ ...again, folder, isUnchecked: true });
    const there = await openCustomers(after, [part, part]);
    const elder = await openCustomers(beside, [part, part]);
    await whileBuying(there, () => whileBuying(elder, () => sleep(buyingMs)));
    const wrong = [
      ...(await findWrong(after, here[0], there[0], elder[0])),
      ...changed.map((row) => `It was ${JSON.stringify(row)}`),
    ];

    // Back to the release before, and forward again.
    await after.stop();
    await whileBuying(elder, () => sleep(buyingMs / 2));
    await beside.stop();
    const forward = await startShop(again);
    wrong.push(...(await findWrong(forward, here[0], there[0], elder[0])));
    report({
      check: "start on the data of the release before, run beside it, and go back",
      target: "every order, total, stock and movement as before; the accounts balance",
      figure: `${left.length} orders in ${states.size} states carried over, ${there[0].acknowledged.length} placed by this release and ${elder[0].acknowledged.length} by the one before it afterwards`,
      faults: wrong,
    });
    expect([...states].toSorted()).toEqual([
      "cancelled",
      "paid",
      "refunded",
      "refunding",
      "unpaid",
    ]);

    // Negative control: without the triggers, what the older release does is not found in stock.
    await forward.database.query("alter table orders disable trigger orders_carried");
    const older = await startShop({ ...again, folder, isUnchecked: true });
    const last = await openCustomers(older, [part]);
    await place(last[0]);
    expect(await findWrongStock(forward)).not.toEqual([]);
  });
});
