import type { Queries } from "#server/platform/database/connect.ts";
import { vinMakers, vinPatterns, vinSchemas } from "./tables.ts";

export type NewVinSchema = {
  id: number;
  name: string;
  wmi: string;
  hasCheckDigit: boolean;
  years: [from: number, to: number];
  /** `says`: "model" with make/model, "serial" with the place that names its series, or a fact. */
  patterns: { pattern: string; says: string; value: string }[];
};

export async function addVinRules(tx: Queries, given: readonly NewVinSchema[]): Promise<void> {
  for (const { id, name, wmi, hasCheckDigit, years, patterns } of given) {
    await tx.insert(vinSchemas).values({ id, name });
    const range = `[${years[0]},${years[1] + 1})`;
    await tx.insert(vinMakers).values({ wmi, schemaId: id, years: range, hasCheckDigit });
    const rows = patterns.map((pattern) => ({ ...pattern, schemaId: id }));
    if (rows.length > 0) await tx.insert(vinPatterns).values(rows);
  }
}
