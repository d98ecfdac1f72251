// `npm run bench`, or `npm run bench -- NAME`: compares the product with the limit of this machine.
import { readFile, writeFile } from "node:fs/promises";
import { cpus, release, totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import { loader } from "./load.ts";
import type { FigureSheet, Row } from "./row.ts";
import { baskets } from "./rows/baskets.ts";
import { bulkEdit } from "./rows/bulk-edit.ts";
import { customerOrders } from "./rows/customer-orders.ts";
import { deskLists } from "./rows/desk-lists.ts";
import { firstRequest } from "./rows/first-request.ts";
import { fit } from "./rows/fit.ts";
import { idle, secondStart } from "./rows/idle.ts";
import { importFiles } from "./rows/import.ts";
import { invoices } from "./rows/invoices.ts";
import { largeCatalogue } from "./rows/large-catalogue.ts";
import { lighthouse } from "./rows/lighthouse.ts";
import { live } from "./rows/live.ts";
import { navigation } from "./rows/navigation.ts";
import { orderLists } from "./rows/order-lists.ts";
import { orders } from "./rows/orders.ts";
import { pages } from "./rows/pages.ts";
import { partsList } from "./rows/parts-list.ts";
import { pricing } from "./rows/pricing.ts";
import { proxy } from "./rows/proxy.ts";
import { readsDuringOrders } from "./rows/reads-during-orders.ts";
import { replica } from "./rows/replica.ts";
import { search } from "./rows/search.ts";
import { session } from "./rows/session.ts";
import { workers } from "./rows/workers.ts";

const benches: Record<string, () => Promise<(Row | FigureSheet)[]>> = {
  "parts-list": partsList,
  pages,
  workers,
  proxy,
  "first-request": firstRequest,
  "large-catalogue": largeCatalogue,
  search,
  fit,
  import: importFiles,
  "bulk-edit": bulkEdit,
  session,
  orders,
  pricing,
  baskets,
  invoices,
  "reads-during-orders": readsDuringOrders,
  "order-lists": orderLists,
  "desk-lists": deskLists,
  "customer-orders": customerOrders,
  replica,
  live,
  idle,
  "second-start": secondStart,
  lighthouse,
  navigation,
};

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  console.error(
    `No such benchmark: ${unknown.join(", ")}. There are: ${Object.keys(benches).join(", ")}.`,
  );
  process.exit(1);
}

const machine = `${cpus().length} x ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}, Node ${process.version}, ${loader}`;
const measured: (Row | FigureSheet)[] = [];
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const now = await bench();
  measured.push(...now);
  // Saved after each row: a later failure must not lose half an hour.
  await keep(now);
}
const rows = measured.filter((one) => "ratio" in one);
const sheets = measured.filter((one) => "figures" in one);

console.log(machine);
if (rows.length > 0)
  console.table(
    Object.fromEntries(
      rows.map(({ what, product, limit, ratio, target, megabytes }) => [
        what,
        {
          "product/s": Math.round(product.perSecond),
          "limit/s": Math.round(limit.perSecond),
          ratio: rounded(ratio),
          target,
          "p50 ms": rounded(product.p50),
          "p99 ms": rounded(product.p99),
          MB: megabytes,
        },
      ]),
    ),
  );
for (const sheet of sheets) show(sheet);
const missed = [
  ...rows.filter(({ ratio, target }) => ratio < target).map(({ what }) => what),
  ...sheets.flatMap(({ what, missed }) => missed.map((why) => `${what}: ${why}`)),
];
for (const what of missed) console.error(`Below its target: ${what}`);
process.exit(missed.length > 0 ? 1 : 0);

function show({ what, figures, remarks = [] }: FigureSheet): void {
  console.log(
    `${what}: ${Object.entries(figures)
      .map((pair) => pair.join(" "))
      .join(", ")}`,
  );
  for (const remark of remarks) console.log(`  ${remark}`);
}

function rounded(value: number): number {
  return Number(value.toFixed(2));
}

/** This run's rows replace those of earlier runs. */
async function keep(measured: (Row | FigureSheet)[]): Promise<void> {
  const file = "bench/results.json";
  const date = new Date().toISOString().slice(0, 10);
  const known = JSON.parse(await readFile(file, "utf8").catch(() => "[]")) as { what: string }[];
  const others = known.filter(({ what }) => !measured.some((row) => row.what === what));
  const all = [...others, ...measured.map((row) => ({ ...row, date, machine }))];
  await writeFile(file, `${JSON.stringify(all, null, 2)}\n`);
}
