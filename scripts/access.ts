// `npm run access` prints the access rule of every route. It builds the application without listening
// and without a database.
import * as z from "zod/mini";
import { type AccessRule, type Call, callRoot } from "#contract/call.ts";
import { calls } from "#contract/calls.ts";
import { adminRoles } from "#contract/fields.ts";
import { roleMeanings } from "#contract/rules/roles.ts";
import { createApp } from "#server/app.ts";
import type { Context } from "#server/context.ts";
import { systemClock } from "#server/platform/clock.ts";
import { readEnv } from "#server/platform/config/env.ts";
import { connect } from "#server/platform/database/connect.ts";
import type { Events } from "#server/platform/events/open-events.ts";
import type { RouteAccess } from "#server/platform/http/access.ts";
import { ResponseCache } from "#server/platform/http/response-cache.ts";

const meanings: Record<AccessRule, string> = {
  visitor: "anyone",
  "signed-in": "anyone with a session, by cookie or by access token",
  own: "the same, for their own data: the e-mails named must be theirs, or the store looks only among what is theirs",
  "own-or-admin": "the same, or an admin whose role includes it for anybody",
  admin: "a session whose user is an admin at that moment, with a role that includes it",
};

async function readTable(): Promise<RouteAccess[]> {
  const events: Events = {
    processId: "",
    catchUp: async () => {},
    publish: async () => {},
    isCurrent: () => false,
    behindMs: () => 0,
    within: () => undefined,
    onEvents() {},
    close: async () => {},
  };
  const shop = {
    // Never connects.
    ...connect("postgres://nobody@localhost/nothing", { most: 1 }),
    read: () => Promise.reject(new Error("Only the table is asked for")),
    clock: systemClock,
    env: readEnv({ NODE_ENV: "test" }),
    metrics: undefined,
    origin: "http://localhost",
    filterPicture: (img: string) => img,

    passwords: {} as Context["passwords"],
    events,
    jobs: { wake() {}, definitions: () => [] },
    settings: () => Promise.reject(new Error("Only the table is asked for")),
    provider: undefined,
    leaving: new AbortController().signal,
    stopping: new AbortController().signal,
  };
  const webFor = () => Promise.reject(new Error("Only the table is asked for"));
  const cache = new ResponseCache(events, () => shop.origin);
  const app = createApp(shop, cache, { webFor, assets: new Map() });
  await app.ready();
  await app.close();
  return app.access;
}

/** HEAD is GET without the body; it shows only where its rule would be another. */
function withoutHeads(table: RouteAccess[]): RouteAccess[] {
  const rules = new Set(table.map(({ method, url, who }) => `${method} ${url} ${who}`));
  return table.filter(
    ({ method, url, who }) => method !== "HEAD" || !rules.has(`GET ${url} ${who}`),
  );
}

const everyCall: Call[] = Object.values(calls).flatMap((domain) => Object.values(domain));

/** What makes data one's own: the e-mails that the call names, else the store. */
function decidedBy({ method, url, who, signed }: RouteAccess): string {
  if (signed) return "its signature, from anywhere";
  if (who !== "own" && who !== "own-or-admin") return "";
  const call = everyCall.find((each) => each.method === method && callRoot + each.path === url);
  const { params, query, body } = call ?? {};
  const shapes = { params, query, body: body instanceof z.ZodMiniObject ? body.shape : undefined };
  const named = Object.entries(shapes).flatMap(([part, shape]) =>
    shape && "email" in shape ? [`${part}.email`] : [],
  );
  return named.length > 0 ? named.join(", ") : "the store";
}

function inColumns(rows: string[][]): string[] {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, at) => Math.max(widest[at] ?? 0, cell.length)),
    [],
  );
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

const lines = withoutHeads(await readTable());
const writeRoles = (roles: readonly string[] = []) =>
  roles.length === adminRoles.length ? "every role" : roles.join(", ");
const rows = lines.map((line) => [
  line.method,
  line.url,
  line.who,
  writeRoles(line.roles),
  decidedBy(line),
]);
console.log(inColumns([["METHOD", "PATH", "WHO", "ADMINS", "OWN BY"], ...rows]).join("\n"));
console.log(
  `\n${lines.length} routes. HEAD goes by the rule of GET; what is not listed is not there.\n`,
);
console.log(inColumns(Object.entries(meanings)).join("\n"));
console.log("\nNever by a key of a program, whatever its role:\n");
const notForKeys = lines.filter((line) => line.notForKeys);
console.log(inColumns(notForKeys.map(({ method, url }) => [method, url])).join("\n"));
console.log("\nRoles of admins:\n");
console.log(inColumns(Object.entries(roleMeanings)).join("\n"));
