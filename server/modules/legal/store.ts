import { sql } from "drizzle-orm";
import type { LegalRecord, LegalText } from "#contract/legal.ts";
import { type LegalPage, legalPageSlugs } from "#contract/rules/legal-pages.ts";
import type { LegalVersions } from "#contract/rules/legal-versions.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { deriveId } from "#server/platform/database/new-id.ts";
import { queryPrepared, queryRows } from "#server/platform/database/query-rows.ts";
import { sampleTexts } from "./sample-texts.ts";
import { legalTexts } from "./tables.ts";

type Row = { page: LegalPage; version: number; text: string; savedAt: Date };
type Stored = Omit<LegalText, "company" | "present">;

const columns = sql`page, version, text, saved_at as "savedAt"`;

const sample = (page: LegalPage): Stored => ({
  page,
  version: 0,
  text: sampleTexts[page],
  savedAt: null,
});

const fromRow = ({ savedAt, ...row }: Row): Stored => ({
  ...row,
  savedAt: new Date(savedAt).toISOString(),
});

export async function readTexts(db: Queries): Promise<Stored[]> {
  const rows = await queryRows<Row>(
    db,
    sql`select distinct on (page) ${columns} from legal_texts order by page, version desc`,
  );
  const found = new Map(rows.map((row) => [row.page, fromRow(row)]));
  return legalPageSlugs.map((page) => found.get(page) ?? sample(page));
}

export async function readVersions(db: Queries): Promise<LegalVersions> {
  const [row] = await queryPrepared<{ versions: LegalVersions }>(
    db,
    sql`select present_legal_versions() as versions`,
  );
  return row?.versions ?? {};
}

/** Without a version the one in force. */
export async function findText(
  db: Queries,
  page: LegalPage,
  version?: number,
): Promise<(Stored & { present: number }) | undefined> {
  const rows = await queryRows<Row & { present: number }>(
    db,
    sql`select ${columns}, (select max(version) from legal_texts where page = ${page}) as present
      from legal_texts where page = ${page} and version = coalesce(${version ?? null}::int,
        (select max(version) from legal_texts where page = ${page}))`,
  );
  const [row] = rows;
  if (row) return { ...fromRow(row), present: row.present };
  if (version === 0) return { ...sample(page), present: await findPresent(db, page) };
  return version === undefined ? { ...sample(page), present: 0 } : undefined;
}

async function findPresent(db: Queries, page: LegalPage): Promise<number> {
  return (await findText(db, page))?.version ?? 0;
}

/** What the audit log calls a page. */
export const idOfPage = (page: LegalPage) => deriveId("legal text", page);

export const toRecord = ({ page, version, text, savedAt }: Stored): LegalRecord => ({
  _id: idOfPage(page),
  page,
  version,
  text,
  savedAt,
});

export async function lockTexts(tx: Queries): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('legal texts'))`);
}

export async function addVersion(
  tx: Queries,
  row: Omit<typeof legalTexts.$inferInsert, "savedAt">,
): Promise<Stored> {
  const [added] = await tx.insert(legalTexts).values(row).returning();
  if (!added) throw new Error(`Version ${row.version} of ${row.page} was not stored`);
  const { page, version, text, savedAt } = added;
  return fromRow({ page, version, text, savedAt });
}

export async function countSamples(db: Queries): Promise<number> {
  return (await readTexts(db)).filter(({ version }) => version === 0).length;
}
