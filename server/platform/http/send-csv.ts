import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { csvHead, toRow } from "#contract/rules/csv-cell.ts";

type Rows = readonly (readonly string[])[];

/** What fails at the first page is refused; later, the file ends in the middle. */
export async function sendCsv(
  reply: FastifyReply,
  name: string,
  columns: readonly string[],
  pages: AsyncGenerator<Rows>,
): Promise<FastifyReply> {
  const first = await pages.next();
  return reply
    .type("text/csv; charset=utf-8")
    .header("cache-control", "no-store")
    .header("content-disposition", `attachment; filename="${name}.csv"`)
    .send(Readable.from(writePages(columns, first.value ?? [], pages)));
}

async function* writePages(
  columns: readonly string[],
  first: Rows,
  rest: AsyncGenerator<Rows>,
): AsyncGenerator<string> {
  yield csvHead(columns) + first.map(toRow).join("");
  for await (const rows of rest) yield rows.map(toRow).join("");
}

const rowsPerPage = 1_000;

export async function* listAll<Row extends { _id: string }>(
  list: (page: { limit: number; after: string | undefined }) => Promise<Row[]>,
  toCells: (row: Row) => string[],
): AsyncGenerator<string[][]> {
  for (let after: string | undefined, isLast = false; !isLast; ) {
    const rows: Row[] = await list({ limit: rowsPerPage, after });
    yield rows.map(toCells);
    after = rows.at(-1)?._id;
    isLast = rows.length < rowsPerPage;
  }
}

export type FileColumns<Name extends string, Row> = Record<
  Name,
  readonly [heading: string, cell: (row: Row) => string]
>;

type File<Name extends string, Row> = {
  name: string;
  columns: FileColumns<Name, Row>;
  /** With commas between; without them, all. */
  chosen: string | undefined;
  list: (page: { limit: number; after: string | undefined }) => Promise<Row[]>;
};

export function sendColumns<Name extends string, Row extends { _id: string }>(
  reply: FastifyReply,
  { name, columns, chosen, list }: File<Name, Row>,
): Promise<FastifyReply> {
  const names = (chosen?.split(",") ?? Object.keys(columns)) as Name[];
  const shown = names.map((each) => columns[each]);
  const headings = shown.map(([heading]) => heading);
  return sendCsv(
    reply,
    name,
    headings,
    listAll(list, (row) => shown.map(([, cell]) => cell(row))),
  );
}
