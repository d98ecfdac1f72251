import { sql } from "drizzle-orm";
import { type Application, judgeFit, type Outcome, type Term } from "#contract/rules/fit.ts";
import type { LineFinding } from "#server/modules/imports/import-kind.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { readApplications } from "../judge-parts.ts";
import { readAllFacts } from "../read-all-facts.ts";
import { findVehicleById } from "../read-vehicle.ts";

const days = 90;
/** The newest orders; those of a whole brand may be thousands. */
const mostOrders = 1_000;

type Proof = {
  part: string;
  vehicle: number;
  car: string;
  known: Term[];
  line: number;
  number: string;
  order: number;
  after: Application[];
};
type Changed = Proof & { from: Outcome; to: Outcome };

export async function findOtherVerdicts(db: Queries, importId: string): Promise<LineFinding[]> {
  const facts = Object.fromEntries(
    (await readAllFacts(db)).map(({ key, kind, effort }) => [key, { kind, effort }]),
  );
  const changed: Changed[] = [];
  for (const [id, proofs] of Map.groupBy(await readProofs(db, importId), (one) => one.vehicle)) {
    const vehicle = await findVehicleById(db, id);
    if (!vehicle) continue;
    const parts = proofs.map(({ part }) => part);
    const now = new Map((await readApplications(db, vehicle, parts)).map((row) => [row.part, row]));
    for (const proof of proofs) {
      const row = now.get(proof.part);
      if (!row) continue;
      const judge = (applications: Application[]) =>
        judgeFit({ ...row, applications, vehicle, known: proof.known, facts }).says;
      const [from, to] = [judge(row.applications), judge(proof.after)];
      if (from !== to) changed.push({ ...proof, from, to });
    }
  }
  const alike = Map.groupBy(changed, ({ part, from, to }) => `${part} ${from} ${to}`);
  return [...alike.values()].map(describe);
}

/** Of parts and models that the file changes, with the applications as they will be. */
function readProofs(db: Queries, importId: string): Promise<Proof[]> {
  return queryRows<Proof>(
    db,
    sql`with changed as materialized (
      select i.part_id, m.id as model_id, min(i.line) as line
      from import_lines i cross join lateral (select coalesce(i.after, i.before)) of (cells)
      join makes k on k.name = cells->>'make'
      join models m on m.make_id = k.id and m.name = cells->>'model'
      where i.import_id = ${importId} and i.result in ('new', 'changed', 'removed')
        and i.part_id is not null
      group by i.part_id, m.id)
    select f.part_id as part, f.vehicle_id as vehicle, f.vehicle as car, f.known, c.line,
      p.number, o.number::int as order,
      (select coalesce(json_agg(json_build_object('terms', l.conditions::json,
          'position', (select id from positions where lower(name) = l.position),
          'quantity', l.quantity::int, 'held', l.held)), '[]')
        from checked_lines l where l.part_id = f.part_id and l.model_id = v.model_id
          and l.years @> v.year::int) as after
    from fit_proofs f join vehicles v on v.id = f.vehicle_id
    join changed c on c.part_id = f.part_id and c.model_id = v.model_id
    join parts p on p.id = f.part_id
    join order_lines l on l.id = f.order_line_id join orders o on o.id = l.order_id
    where f.said_at > shop_now() - ${`${days} days`}::interval
    order by f.said_at desc limit ${mostOrders}`,
  );
}

const said: Record<Outcome, string> = {
  yes: "fits",
  no: "does not fit",
  "yes-if": "fits if",
  "not-known": "not known",
};
const shown = 5;

function describe(changed: Changed[]): LineFinding {
  const [first] = changed;
  if (!first) throw new Error("A group has at least one order");
  const numbers = [...new Set(changed.map(({ order }) => order))];
  const orders = `${numbers.length === 1 ? "Order" : "Orders"} ${numbers.slice(0, shown).join(", ")}`;
  const more = numbers.length > shown ? ` and ${numbers.length - shown} more` : "";
  return {
    line: Math.min(...changed.map(({ line }) => line)),
    part: first.number,
    grade: "info",
    what: `${orders}${more} of the last ${days} days: of ${first.number} for a ${first.car}, “${said[first.from]}” would become “${said[first.to]}”`,
    todo: "Look at these orders if the file is right",
  };
}
