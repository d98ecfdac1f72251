import { sql } from "drizzle-orm";
import { failedJobSorts, failedJobViews } from "#contract/jobs.ts";
import { orderFilters, orderSort } from "#contract/orders.ts";
import { peopleGroups, peopleSorts } from "#contract/people.ts";
import { returnSorts, returnViews } from "#contract/returns.ts";
import { reviewSorts, reviewViews } from "#contract/reviews.ts";
import { connect } from "#server/platform/database/connect.ts";
import { addDeskRows } from "../add-desk-rows.ts";
import { addManyOrders } from "../add-many-orders.ts";
import { percentile } from "../ask.ts";
import { fillCatalogue } from "../fill-catalogue.ts";
import type { FigureSheet } from "../row.ts";
import { openFilled, type Server } from "../servers.ts";
import { addSessionCookie, addUser } from "../users.ts";

const many = Number(process.env.BENCH_ORDERS ?? 1_000_000);
const times = 60;
const perPerson = 10;
const mostListMs = 50;
const mostOverviewMs = 100;
const mostMegabytes = 100;

const month = `&from=${daysAgo(40)}&before=${daysAgo(10)}`;

const all = "&state=all";

/** First page, searches, and every order and view of each list. */
const lists: Record<string, string[]> = {
  orders: [
    "/api/allOrders?limit=51",
    `${all}&q=wheel+hub`,
    `${all}&q=303`,
    `${all}&by=paid`,
    all + month,
    `${all}${month}&by=refunded`,
    `${all}&payment=refunded`,
    `${all}&fulfilment=delivered`,
    ...each("sort", orderSort.options).map((sort) => all + sort),
    ...each("state", orderFilters.state.def.innerType.options),
  ],
  people: [
    "/api/people?limit=51",
    "&q=vera",
    "&q=303",
    ...each("group", peopleGroups),
    ...each("sort", peopleSorts),
  ],
  reviews: [
    "/api/allReviews?limit=51",
    "&q=fits",
    "&q=review+303",
    month,
    ...each("view", reviewViews),
    ...each("sort", reviewSorts),
  ],
  returns: [
    "/api/returns?limit=51",
    "&q=brake",
    "&q=303",
    month,
    ...each("view", returnViews),
    ...each("sort", returnSorts),
  ],
  audit: [
    "/api/audit?limit=51",
    "&q=price",
    "&q=303",
    "&action=change-price",
    "&thing=part",
    month,
    ...each("sort", ["newest", "oldest"]),
  ],
  jobs: [
    "/api/failed-jobs?limit=51",
    "&q=letters",
    "&q=303",
    "&kind=letter",
    ...each("view", failedJobViews),
    ...each("sort", failedJobSorts),
  ],
  products: ["/api/managed-parts?limit=51", "&q=PW-10042", "&view=low", "&sort=price-down"],
};

const files = ["/api/allOrders/csv?state=all", "/api/people/csv", "/api/managed-parts/csv"];

/** The lists of admins over HTTP, the overview, and how much memory their files take. */
export async function deskLists(): Promise<FigureSheet[]> {
  const fill = async (url: string) => {
    await fillCatalogue(url, many);
    await addManyOrders(url, many, perPerson);
    await addDeskRows(url, many);
  };
  const shop = await openFilled(fill, process.env.BENCH_FOLDER);
  const connection = connect(shop.databaseUrl, { most: 1 });
  // All orders are new to the reconciliation, which would read them meanwhile.
  await connection.db.execute(sql`
    insert into ledger_checks (id, "full", milliseconds, differences, created_at)
    values (uuidv7(), true, 1, '[]', now() + interval '1 hour')`);
  const admin = await addUser(connection, `ada.${Date.now()}@example.org`, "admin");
  const cookie = await addSessionCookie(shop, connection, admin.id);
  await connection.close();
  const sheets = [await measureLists(shop, cookie), await measureFiles(shop, cookie)];
  await shop.stop();
  return sheets;
}

async function measureLists(shop: Server, cookie: string): Promise<FigureSheet> {
  const figures: Record<string, number> = {};
  const missed: string[] = [];
  const measure = async (name: string, path: string, most: number) => {
    const taken: number[] = [];
    for (let time = -5; time < times; time++) {
      const milliseconds = await ask(shop, path, cookie);
      if (time >= 0) taken.push(milliseconds);
    }
    const p95 = percentile(taken, 0.95);
    figures[`${name} p95 ms`] = p95;
    if (p95 > most) missed.push(`${name} within ${most} ms`);
  };
  for (const [name, [path = "", ...others]] of Object.entries(lists)) {
    await measure(name, path, mostListMs);
    for (const more of others) await measure(`${name} ${more}`, path + more, mostListMs);
  }
  await measure("overview", "/api/overview?period=month", mostOverviewMs);
  const what = `lists of the desk, ${many.toLocaleString("en")} orders and parts`;
  return { what, figures, missed };
}

async function measureFiles(shop: Server, cookie: string): Promise<FigureSheet> {
  const figures: Record<string, number> = {};
  const missed: string[] = [];
  for (const path of files) {
    const before = await shop.megabytes();
    let [highest, bytes] = [before, 0];
    const response = await fetch(shop.url + path, { headers: { cookie } });
    if (!response.ok || !response.body) throw new Error(`${path} answered ${response.status}`);
    let looked = 0;
    for await (const chunk of response.body) {
      bytes += chunk.length;
      if (bytes - looked < 1_000_000) continue;
      looked = bytes;
      highest = Math.max(highest, await shop.megabytes());
    }
    const more = Math.round(highest - before);
    figures[`${path} MB sent`] = Math.round(bytes / 1_000_000);
    figures[`${path} MB of memory more`] = more;
    if (more > mostMegabytes) missed.push(`${path} with at most ${mostMegabytes} MB more`);
  }
  return { what: `files of ${many.toLocaleString("en")} rows`, figures, missed };
}

function each(name: string, values: readonly string[]): string[] {
  return values.map((value) => `&${name}=${value}`);
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString();
}

async function ask({ url }: Server, path: string, cookie: string): Promise<number> {
  const asked = performance.now();
  const response = await fetch(url + path, { headers: { cookie } });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return performance.now() - asked;
}
