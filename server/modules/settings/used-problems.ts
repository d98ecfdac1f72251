import { sql } from "drizzle-orm";
import type { FieldMessages } from "#contract/refusals.ts";
import type { Settings, SettingsSection } from "#contract/settings.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

type Uses = { id: string; people: number; companies: number; parts: number };
type Named = { id: string; name: string };

const removed = (before: readonly Named[], after: readonly Named[]) =>
  before.filter(({ id }) => !after.some((each) => each.id === id));

/** Without their group people pay full prices; without their class parts are taxed as by the first. */
export async function usedProblems(
  tx: Queries,
  section: SettingsSection,
  before: Settings,
  after: Settings,
): Promise<FieldMessages> {
  if (section === "discounts") {
    const gone = removed(before.discounts.groups, after.discounts.groups);
    return describe("groups", gone, await countMembers(tx, gone), (who, name) => {
      return `${who} in the group “${name}”, and would pay full prices. Take them out of it first`;
    });
  }
  if (section !== "tax") return {};
  const gone = removed(before.tax.classes, after.tax.classes);
  return describe("classes", gone, await countParts(tx, gone), (what, name) => {
    return `${what} in the tax class “${name}”. Give them another one first`;
  });
}

function describe(
  field: string,
  gone: readonly Named[],
  found: readonly Uses[],
  write: (used: string, name: string) => string,
): FieldMessages {
  const problems = gone.flatMap(({ id, name }) => {
    const used = found.find((each) => each.id === id);
    const words = used && countAll(used);
    return words ? [write(words, name)] : [];
  });
  return problems.length === 0 ? {} : { [field]: problems.join(". ") };
}

/** "2 people and 1 company are". */
function countAll({ people, companies, parts }: Uses): string {
  const words = [
    ...(people > 0 ? [people === 1 ? "1 person" : `${people} people`] : []),
    ...(companies > 0 ? [companies === 1 ? "1 company" : `${companies} companies`] : []),
    ...(parts > 0 ? [parts === 1 ? "1 part" : `${parts} parts`] : []),
  ];
  if (words.length === 0) return "";
  return `${words.join(" and ")} ${people + companies + parts === 1 ? "is" : "are"}`;
}

const idsOf = (gone: readonly Named[]) => sql.param(gone.map(({ id }) => id));

async function countMembers(tx: Queries, gone: readonly Named[]): Promise<Uses[]> {
  if (gone.length === 0) return [];
  return queryRows<Uses>(
    tx,
    sql`select gone.id, 0 as parts,
      (select count(*)::int from users where price_group = gone.id) as people,
      (select count(*)::int from companies where price_group = gone.id) as companies
    from unnest(${idsOf(gone)}::text[]) gone (id)`,
  );
}

async function countParts(tx: Queries, gone: readonly Named[]): Promise<Uses[]> {
  if (gone.length === 0) return [];
  return queryRows<Uses>(
    tx,
    sql`select gone.id, 0 as people, 0 as companies,
      (select count(*)::int from parts where tax_class = gone.id and deleted_at is null) as parts
    from unnest(${idsOf(gone)}::text[]) gone (id)`,
  );
}
