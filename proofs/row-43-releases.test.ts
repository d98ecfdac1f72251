// Row 43: each earlier release leaves its orders to this one, and may not start on them again.
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createBareDatabase } from "#tests/create-database.ts";
import { type Customer, cancelPaid, openCustomers, whileBuying } from "./customers.ts";
import { checkOut, hasCommit } from "./earlier-releases.ts";
import { findBrokenPromises, findUnfinishedRefunds } from "./find-violations.ts";
import { addPart } from "./orders.ts";
import { waitUntilReconciled } from "./reconciliation.ts";
import { full, report } from "./report.ts";
import { prepareShop, type Shop, startShop } from "./start-shop.ts";

/** The last commits of releases whose orders had no lines, and had lines. A shallow clone lacks them. */
const releases = [
  {
    commit: "69a4113",
    refundState: "state",
    isKeptAway: false,
    movements: movementsOf("stock_movements", "position"),
  },
  { commit: "bc7f484", refundState: "status", isKeptAway: true, movements: "null" },
];
const isThere = ({ commit }: { commit: string }) => hasCommit(commit);
const buyingMs = (full ? Number(process.env.SECONDS ?? 60) : 5) * 1_000;
const stock = 1_000_000;
const options = { expectedComplaints: /./ };

/** Movements of that release's table, which is kept. */
function movementsOf(table: string, order: string): string {
  return `(select json_agg((m.change, m.after, m.reason) order by m.${order}) from ${table} m
    where m.order_id = o.id)`;
}

/** What both releases store. */
const kept = (shop: Shop, refundState: string, movements: string) =>
  shop.database.query(`select id, state, total_cents, transaction_id, quantity,
      (select json_agg((p.intent_id, p.amount_cents, p.state) order by p.id) from payments p
        where p.order_id = o.id) as payments,
      (select json_agg((r.refund_id, r.amount_cents, r.reason,
          r.${refundState} in ('done', 'succeeded', 'elsewhere')) order by r.id) from refunds r
        where r.order_id = o.id) as refunds,
      ${movements} as movements, (select availabl_quantity from parts where id = o.part_id) as stock
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

async function findWrong(shop: Shop, customers: readonly Customer[]): Promise<string[]> {
  const acknowledged = customers.flatMap((customer) => customer.acknowledged);
  const findOthers = async () => [
    ...(await findBrokenPromises(shop, acknowledged)),
    ...(await findWrongStock(shop)),
    ...(await findUnfinishedRefunds(shop)),
  ];
  return (await waitUntilReconciled(shop, { findOthers })).wrong;
}

describe("row 43: an earlier release", () => {
  it.runIf(releases.some(isThere))("leaves every order as it was, and stays away", async () => {
    const wrong: string[] = [];
    const figures: string[] = [];
    for (const release of releases.filter(isThere)) {
      const { commit, refundState, movements, isKeptAway } = release;
      const folder = await checkOut(commit);
      // Of its own tables: those of this release are newer.
      const own = { ...options, folder, databaseUrl: await createBareDatabase() };
      const before = await startShop({ ...own, isUnchecked: true });
      const { cards, database } = before;
      const part = await addPart(before, { availablQuantity: stock });
      const customers = await openCustomers(before, [part, part]);
      const [customer] = customers;
      await whileBuying(customers, () => sleep(buyingMs));
      // Some are being refunded, and nothing moves while the releases change.
      cards.faults({ down: true, path: "refunds" });
      for (let count = 0; count < 3; count++) await cancelPaid(customer);
      cards.faults({ down: true });
      await before.stop();
      const left = await kept(before, refundState, movements);

      const again = { ...options, databaseUrl: database.url, cards };
      const after = await startShop(again);
      const carried = await kept(after, "status", movements);
      const changed = left.filter((row, at) => JSON.stringify(row) !== JSON.stringify(carried[at]));
      cards.faults({ clear: true });
      wrong.push(
        ...changed.map((row) => `${commit}: it was ${JSON.stringify(row)}`),
        ...(await findWrong(after, customers)).map((each) => `${commit}: ${each}`),
      );
      const states = new Set(left.map(({ state }) => state));
      figures.push(`${commit}: ${left.length} orders in ${states.size} states`);
      expect([...states].toSorted()).toEqual([
        "cancelled",
        "paid",
        "refunded",
        "refunding",
        "unpaid",
      ]);
      await after.stop();
      const older = await prepareShop({ ...again, folder, isUnchecked: true });
      if (isKeptAway) await expect(older.start(), commit).rejects.toThrow();

      // Negative control: a lost piece is found.
      const forward = await startShop(again);
      await forward.database.query("update stock set on_hand = on_hand - 1");
      expect(await findWrongStock(forward)).not.toEqual([]);
    }
    report({
      check: "start on the data of earlier releases, which may not start again",
      target: "every order, total, stock and movement as before; the accounts balance",
      figure: figures.join("; "),
      faults: wrong,
    });
  });
});
