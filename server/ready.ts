// GET /health/live: the process answers. GET /health/ready: whoever balances may send people here.
// Only what is this process's own matter makes it not ready: letters that wait or a ledger that
// differs are the same behind every process, and taking them all away would help nobody.
import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import type { Readiness } from "#contract/readiness.ts";
import { queryRows } from "#server/database/query-rows.ts";
import type { Queries } from "./database/connect.ts";
import { newestMigration } from "./database/migrate.ts";
import { glance } from "./glance.ts";
import type { Shop } from "./shop.ts";

const looking = { goodFor: 1_000, within: 2_000 };
/** In seconds: a mail server is away now and then, and so is a card provider. */
const lettersOldAfter = 15 * 60;
const refundsOldAfter = 60 * 60;

export function serveReadiness(
  app: FastifyInstance,
  { db, leaving }: Pick<Shop, "db" | "leaving">,
): void {
  const config = { who: "visitor", forEveryone: true } as const;
  const wanted = newestMigration();
  const look = glance(() => findState(db), looking);

  app.get("/health/live", { config }, (_request, reply) =>
    reply.header("cache-control", "no-store").send({ status: "live" }),
  );
  app.get("/health/ready", { config }, async (_request, reply) => {
    const state = await look().catch(() => undefined);
    const readiness = judge(state, { wanted, isStopping: leaving.aborted });
    reply.header("cache-control", "no-store");
    if (readiness.status === "not-ready") reply.status(503).header("retry-after", "1");
    return reply.send(readiness);
  });
}

/** As the database says it; numbers that may be large come as text. */
type State = {
  migrated: string;
  letters: string;
  oldestLetter: string;
  refunds: string;
  oldestRefund: string;
  checkedAt: string | null;
  differences: number | null;
};

async function findState(db: Queries): Promise<State> {
  const [state] = await queryRows<State>(
    db,
    sql`
    select (select coalesce(max(created_at), 0) from drizzle.__drizzle_migrations) as migrated,
      letters.many as letters, letters.oldest as "oldestLetter",
      refunds.many as refunds, refunds.oldest as "oldestRefund",
      checked.created_at as "checkedAt", jsonb_array_length(checked.differences) as differences
    from (select count(*) as many, ${age} as oldest from letters) letters,
      (select count(*) as many, ${age} as oldest from refunds where state = 'wanted') refunds
      left join (select created_at, differences from ledger_checks
        order by created_at desc limit 1) checked on true`,
  );
  if (!state) throw new Error("The database answered nothing");
  return state;
}

const age = sql`coalesce(extract(epoch from now() - min(created_at)), 0)`;

type Known = { wanted: number; isStopping: boolean };

function judge(state: State | undefined, { wanted, isStopping }: Known): Readiness {
  const hinders = [
    ...(isStopping ? ["This process is stopping; another takes over."] : []),
    ...(state ? [] : ["The database does not answer."]),
    ...(state && Number(state.migrated) < wanted
      ? ["The tables are older than this version of the shop: its migrations were not run."]
      : []),
  ];
  const letters = state ? waiting(state.letters, state.oldestLetter) : null;
  const refunds = state ? waiting(state.refunds, state.oldestRefund) : null;
  const troubles = [
    ...(letters && letters.oldestSeconds > lettersOldAfter
      ? [`A letter has waited ${minutes(letters)} to be sent: look at the mail server.`]
      : []),
    ...(refunds && refunds.oldestSeconds > refundsOldAfter
      ? [`A refund has waited ${minutes(refunds)}: look at the card provider.`]
      : []),
    ...(state?.differences ? ["The ledger does not balance: see the page Ledger."] : []),
  ];
  return {
    status: hinders.length > 0 ? "not-ready" : troubles.length > 0 ? "degraded" : "ready",
    because: [...hinders, ...troubles],
    stopping: isStopping,
    database: state ? "ok" : "away",
    migrations: !state ? "unknown" : Number(state.migrated) < wanted ? "behind" : "ok",
    letters,
    refunds,
    ledger: state?.checkedAt
      ? { at: new Date(state.checkedAt).toISOString(), differences: state.differences ?? 0 }
      : null,
  };
}

type Waiting = NonNullable<Readiness["letters"]>;

function waiting(many: string, oldest: string): Waiting {
  return { waiting: Number(many), oldestSeconds: Math.round(Number(oldest)) };
}

function minutes({ oldestSeconds }: Waiting): string {
  return `${Math.round(oldestSeconds / 60)} minutes`;
}
