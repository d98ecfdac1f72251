import type { CarOfOrder } from "#contract/fields.ts";
import type { Term, Verdict } from "#contract/rules/fit.ts";
import { describeTerm } from "#contract/rules/fit-words.ts";
import { judgeKit, termsOf } from "#contract/rules/judge-list.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { describeApplication, findApplicationsOf } from "./application-record.ts";
import { type PartRow, readApplications, statedTerms } from "./judge-parts.ts";
import { readFacts } from "./read-facts.ts";
import { findVehicleById } from "./read-vehicle.ts";
import { fitProofs } from "./tables.ts";

type Facts = Awaited<ReturnType<typeof readFacts>>;
export type Proof = Omit<typeof fitProofs.$inferInsert, "orderLineId">;

export async function proveFit(
  db: Queries,
  { vehicle: id, known }: CarOfOrder,
  parts: readonly string[],
): Promise<Proof[]> {
  const vehicle = await findVehicleById(db, id);
  if (!vehicle) return [];
  const rows = await readApplications(db, vehicle, parts);
  const terms = rows.flatMap(termsOf);
  const facts = await readFacts(db, [
    ...terms,
    ...statedTerms(vehicle, [...terms, ...known]),
    ...known,
  ]);
  const kinds = Object.fromEntries(facts.map(({ key, kind, effort }) => [key, { kind, effort }]));
  const judged = rows.map((row) => {
    const verdict = judgeKit({ ...row, vehicle, known, facts: kinds });
    return { row, verdict, ids: idsOf(row, verdict) };
  });
  const records = await findApplicationsOf(
    db,
    judged.flatMap(({ ids }) => ids),
  );
  const describe = (id: number) => {
    const record = records.get(id);
    return record ? describeApplication(record, facts) : "";
  };
  return judged.map(({ row, verdict, ids }) => {
    const asked = new Set(termsOf(row).map(({ fact }) => fact));
    const kept = known.filter(({ fact }) => asked.has(fact));
    return {
      partId: row.part,
      vehicleId: vehicle.id,
      says: verdict.says,
      known: kept,
      vehicle: `${vehicle.year} ${vehicle.make.name} ${vehicle.model.name}`,
      knownWritten: kept.map((term) => describeTerm(term, facts)),
      reason: reasonOf(verdict, facts),
      applicationIds: ids,
      applications: ids.map(describe),
    };
  });
}

type Line = { orderLineId: string; partId: string };

export async function storeProofs(
  tx: Queries,
  lines: readonly Line[],
  proofs: readonly Proof[],
): Promise<void> {
  if (proofs.length === 0) return;
  const byPart = new Map(proofs.map((proof) => [proof.partId, proof]));
  const rows = lines.flatMap(({ orderLineId, partId }) => {
    const proof = byPart.get(partId);
    return proof ? [{ ...proof, orderLineId }] : [];
  });
  if (rows.length > 0) await tx.insert(fitProofs).values(rows);
}

function idsOf({ applications }: PartRow, verdict: Verdict): number[] {
  if (verdict.says !== "yes") return [];
  return verdict.proof.flatMap((at) => applications[at]?.id ?? []);
}

function reasonOf(verdict: Verdict, facts: Facts): string {
  const write = (terms: readonly Term[]) =>
    terms.map((term) => describeTerm(term, facts)).join(", ");
  if (verdict.says === "yes") return write(verdict.because);
  if (verdict.says === "no") return write(verdict.against.flatMap(({ has }) => has));
  if (verdict.says === "not-known") return "";
  return facts.find(({ key }) => key === verdict.ask)?.question ?? "";
}
