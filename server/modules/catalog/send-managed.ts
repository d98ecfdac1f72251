import type { ManagedFileColumn, managedFileCalls } from "#contract/managed-file.ts";
import type { ManagedPart } from "#contract/part-edits.ts";
import type { Context } from "#server/context.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { type FileColumns, sendColumns } from "#server/platform/http/send-csv.ts";
import { listManaged } from "./list-managed.ts";

const columns: FileColumns<ManagedFileColumn, ManagedPart> = {
  number: ["Number", ({ number }) => number],
  name: ["Product Name", ({ name }) => name],
  minimum: ["Minimum Quantity", ({ minimumQuantity }) => `${minimumQuantity}`],
  stock: ["Availabl Quantity", ({ availablQuantity }) => `${availablQuantity}`],
  price: ["Price", ({ price }) => price.toFixed(2)],
  type: ["Type", ({ type }) => type ?? ""],
  brand: ["Brand", ({ brand }) => brand ?? ""],
};

export function managedFileHandlers({
  db,
}: Pick<Context, "db">): Handlers<typeof managedFileCalls> {
  return {
    file: (_request, reply, { query: { columns: chosen, ...filters } }) =>
      sendColumns(reply, {
        name: "products",
        columns,
        chosen,
        list: (page) => listManaged(db, { ...filters, ...page }),
      }),
  };
}
