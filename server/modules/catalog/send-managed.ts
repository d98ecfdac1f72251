import type { FastifyReply } from "fastify";
import {
  type ManagedFileColumn,
  type managedFileCalls,
  managedFileColumns,
} from "#contract/managed-file.ts";
import type { ManagedFilters, ManagedPart, ManagedSort } from "#contract/part-edits.ts";
import type { Context } from "#server/context.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { listAll, sendCsv } from "#server/platform/http/send-csv.ts";
import { listManaged } from "./list-managed.ts";

type Column = { heading: string; cell: (part: ManagedPart) => string };

const columns: Record<ManagedFileColumn, Column> = {
  number: { heading: "Number", cell: ({ number }) => number },
  name: { heading: "Product Name", cell: ({ name }) => name },
  minimum: {
    ...{ heading: "Minimum Quantity", cell: ({ minimumQuantity }) => `${minimumQuantity}` },
  },
  stock: { heading: "Availabl Quantity", cell: ({ availablQuantity }) => `${availablQuantity}` },
  price: { heading: "Price", cell: ({ price }) => price.toFixed(2) },
  type: { heading: "Type", cell: ({ type }) => type ?? "" },
  brand: { heading: "Brand", cell: ({ brand }) => brand ?? "" },
};

type Shown = ManagedFilters & { sort?: ManagedSort | undefined; columns?: string | undefined };

export function managedFileHandlers({
  db,
}: Pick<Context, "db">): Handlers<typeof managedFileCalls> {
  return { file: (_request, reply, { query }) => sendManaged(db, reply, query) };
}

function sendManaged(
  db: Queries,
  reply: FastifyReply,
  { columns: names = managedFileColumns.join(), ...filters }: Shown,
): Promise<FastifyReply> {
  const shown = names.split(",").map((name) => columns[name as ManagedFileColumn]);
  const headings = shown.map(({ heading }) => heading);
  const parts = listAll(
    (page) => listManaged(db, { ...filters, ...page }),
    (part) => shown.map(({ cell }) => cell(part)),
  );
  return sendCsv(reply, "products", headings, parts);
}
