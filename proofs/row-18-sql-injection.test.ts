// Row 18: SQL as text in every input of every call.

import { describe, expect, it } from "vitest";
import type { Call } from "#contract/call.ts";
import { sample } from "#tests/random.ts";
import { everyCall } from "./calls.ts";
import { clearLimits } from "./database.ts";
import { databaseComplaints } from "./database-log.ts";
import { list } from "./list.ts";
import { placesIn } from "./places.ts";
import { control, full, report } from "./report.ts";
import { mapConcurrently, sendRequest } from "./send-request.ts";
import { type Shop, startShop } from "./start-shop.ts";
import { openValidRequests, type ValidRequests } from "./valid-requests.ts";

const canary = "injected";

const next = `nextval('${canary}')`;
/** The same without a quotation mark, which some would take away or double. */
const quietly = `nextval(chr(105)||chr(110)||chr(106)||chr(101)||chr(99)||chr(116)||chr(101)||chr(100))`;
const withDollars = `nextval($$${canary}$$)`;

/** What stands before, to leave where the text was put; and what comes after it. */
const exits = ["", ...list`'  "  ')  '))  ")  %'  ')))  1  1)  $$  \\'  '::text  ''`];
const joins = list`
  \x20or CALL>0  \x20and 1=(select CALL)  ||(select CALL)||  ; select CALL  \x20union select CALL
  , (select CALL)  \x20limit (select CALL)`;
const ends = ["--", "/*", " -- -", ";--", "", "::text||'", " or '1'='1"];

const combined = exits.flatMap((exit, at) =>
  joins.map((join, number) => {
    const call = [next, quietly, withDollars][(at + number) % 3] ?? next;
    return `${exit}${join.replace("CALL", () => call)}${ends[(at * joins.length + number) % ends.length]}`;
  }),
);

/** What guards have let through before, and what only breaks the statement. */
const known = list`
  '  ''  "  \\  \\'  ';  --  /*  */  $$  $1  :1  ?  %  _  %'  ' or ''='  ' or 1=1--  admin'--
  1 or 1=1  1;drop table parts  0x27  %27  %2527  (select ${next})  ${next}  '||(${next})||'
  \u02bc or ${next}>0--  \uff07 or ${next}>0--  \u2019 or ${next}>0--  '\u0000 or ${next}>0--
  '/**/or/**/${next}>0--  '\tor\t${next}>0--  '\nor ${next}>0--
  ';do $x$ begin perform ${withDollars}; end $x$;--  ';copy (select ${withDollars}) to stdout;--
  ' and 1=cast((select ${next}) as int)--  \\'; select ${next};--  {"$gt": "' or ${next}>0--"}
  name" desc, (select ${next}) --  desc, (select ${next})  case when ${next}>0 then 1 else 2 end
  U&'\\0027 or ${next}>0--  E'\\' or ${next}>0--  '; notify changes, 'parts'; select ${next};--
  '||pg_sleep(0)||(select ${next})||'  ') returning (select ${next})--  '), ((select ${next})::text)--`;

const injections: readonly string[] = [...known, ...combined];

const textsPerPlace = full ? Number.POSITIVE_INFINITY : 1;
/** Streams and forms read nothing of what is tried here. */
const calls = everyCall.filter(({ form, path }) => !form && path !== "/live");

async function open(): Promise<ValidRequests> {
  const opened = await openValidRequests({ expectedComplaints: /Google/ });
  await opened.shop.database.query(`create sequence ${canary}`);
  return opened;
}

async function tryEverywhere({ shop, validRequest }: ValidRequests) {
  const found = { tried: 0, broken: [] as string[] };
  for (const call of calls) {
    const places = placesIn(call, await validRequest(call));
    for (const place of full ? places : sample(places, 3)) {
      await clearLimits(shop.database);
      await mapConcurrently(sample(injections, textsPerPlace), async (text) => {
        const { status, headers } = await sendRequest(shop.url, place.put(text));
        found.tried++;
        // A check of the account may be running already.
        if (status < 500 || headers["retry-after"]) return;
        found.broken.push(`${status} of ${call.method} ${call.path}, ${place.name}: ${text}`);
      });
    }
  }
  return found;
}

async function whatRan({ database }: Shop) {
  const [row] = await database.query<{ ran: boolean }>(`select is_called as ran from ${canary}`);
  return { ran: row?.ran, complaints: await databaseComplaints(database.url) };
}

describe("row 18: text that would be SQL", () => {
  it("is never more than text, wherever it is put", async () => {
    const opened = await open();
    const { tried, broken } = await tryEverywhere(opened);
    const { ran, complaints } = await whatRan(opened.shop);
    report({
      check: "our own list, in every input of every call",
      target: "0 findings, no SQLSTATE 42xxx or 22xxx in the database's log",
      figure: `${calls.length} calls, ${tried} requests with ${injections.length} texts`,
      faults: [...(ran ? ["something ran"] : []), ...complaints, ...broken],
    });
    expect(tried).toBeGreaterThan(calls.length * 2);
  });

  control("negative control: text that is part of the statement is found out", async () => {
    const shop = await startShop({ faults: ["searchBySql"], expectedComplaints: /./ });
    await shop.database.query(`create sequence ${canary}`);
    const list = calls.find(({ path }) => path === "/parts") as Call;
    const right = { method: "GET", path: "/api/parts", headers: {} };
    const place = placesIn(list, right).find(({ name }) => name === "query q");
    for (const text of injections.filter((each) => each.length <= 100)) {
      await sendRequest(shop.url, place?.put(text) ?? right);
    }
    const { ran, complaints } = await whatRan(shop);
    expect(ran).toBe(true);
    expect(complaints).toContainEqual(expect.stringMatching(/^42601 /));
  });
});
