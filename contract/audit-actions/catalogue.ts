import type { AuditedAction, AuditFields } from "./audited-action.ts";
import { count, nameIn, tellEdit } from "./words.ts";

export const catalogueActions = {
  "add-product": {
    title: "Added a product",
    kind: "part",
    tell: () => ["added ", ""],
  },
  "change-price": {
    title: "Changed a price",
    kind: "part",
    tell: ({ before, after, money }) => [
      "corrected the price of ",
      ` from ${money(before.price)} to ${money(after.price)}`,
    ],
  },
  "edit-part": {
    title: "Edited a product",
    kind: "part",
    tell: tellEdit,
  },
  "copy-pictures": {
    title: "Had pictures of a product copied again",
    kind: "part",
    tell: () => ["had the pictures of ", " copied again"],
  },
  "edit-parts": {
    title: "Edited many products",
    kind: "part",
    tell: ({ after, parts }) => [tellBulk(after, parts)],
  },
  "change-stock": {
    title: "Changed a stock",
    kind: "part",
    tell: ({ after }) => {
      const { change, availablQuantity, reason, released } = after;
      const pieces = `${count(Math.abs(Number(change)), "piece")}`;
      const why = reason === "undo" ? "to undo a change" : `${reason}`;
      const freed = released === undefined ? "" : `; unpaid orders lost their holds: ${released}`;
      const end = ` (${why}), now ${availablQuantity} can be ordered${freed}`;
      return Number(change) < 0
        ? [`took ${pieces} from the stock of `, end]
        : [`added ${pieces} to the stock of `, end];
    },
  },
  "delete-product": {
    title: "Deleted a product",
    kind: "part",
    tell: () => ["deleted ", ""],
  },
  "restore-product": {
    title: "Restored a product",
    kind: "part",
    tell: () => ["restored ", ""],
  },
  "add-part-type": {
    title: "Added a part type",
    kind: "part-type",
    tell: () => ["added the part type ", ""],
  },
  "edit-part-type": {
    title: "Edited a part type",
    kind: "part-type",
    tell: tellEdit,
  },
  "delete-part-type": {
    title: "Deleted a part type",
    kind: "part-type",
    tell: () => ["deleted the part type ", ""],
  },
  "restore-part-type": {
    title: "Restored a part type",
    kind: "part-type",
    tell: () => ["restored the part type ", ""],
  },
  "add-application": {
    title: "Added an application",
    kind: "part",
    tell: ({ after }) => [`listed ${after.vehicles} for `, ""],
  },
  "edit-application": {
    title: "Edited an application",
    kind: "part",
    tell: ({ before, after }) => [
      "changed an application of ",
      `: ${before.vehicles}. Now: ${after.vehicles}`,
    ],
  },
  "delete-application": {
    title: "Deleted an application",
    kind: "part",
    tell: ({ before }) => [`took ${before.vehicles} off the vehicles of `, ""],
  },
  "restore-application": {
    title: "Restored an application",
    kind: "part",
    tell: ({ after }) => [`listed ${after.vehicles} again for `, ""],
  },
  "hold-application": {
    title: "Held an application after returns",
    kind: "part",
    tell: ({ after }) => [
      "inspected a return, which held an application of ",
      `: ${after.vehicles}. ${after.because}`,
    ],
  },
  "release-application": {
    title: "Released a held application",
    kind: "part",
    tell: ({ after }) => [
      "released a held application of ",
      `: ${after.vehicles}. Because: ${after.because}`,
    ],
  },
  "declare-fit": {
    title: "Changed what is said of its fit as a whole",
    kind: "part",
    tell: ({ after }) => {
      if (after.universal) return ["said that ", " is for no car in particular"];
      return [
        `said that ${after.listsAllVehicles ? "all" : "not all"} vehicles of `,
        " are listed",
      ];
    },
  },
  "load-vehicles": {
    title: "Loaded vehicles",
    kind: "shop",
    tell: ({ after }) => [`loaded vehicles and VINs of ${after.makes}`],
  },
  "change-vehicles": {
    title: "Changed vehicles or facts of cars",
    kind: "shop",
    tell: ({ before, after }) => {
      if (before.name === undefined) return [`added ${after.name} to the vehicles`];
      if (after.name === undefined) return [`took ${before.name} off the vehicles`];
      return before.name === after.name
        ? [`changed ${after.name} among the vehicles`]
        : [`renamed ${before.name} among the vehicles to ${after.name}`];
    },
  },
  "name-code": {
    title: "Said what a code in files means",
    kind: "shop",
    tell: ({ before, after }) => {
      const { source, code } = after.source === undefined ? before : after;
      const what = `the ${source} “${code}” in files means`;
      return [after.source === undefined ? `forgot what ${what}` : `said what ${what}`];
    },
  },
  "add-repair": {
    title: "Added a job",
    kind: "shop",
    tell: ({ after }) => [`added the job “${after.name}”`],
  },
  "edit-repair": {
    title: "Edited a job",
    kind: "shop",
    tell: ({ after }) => [`changed the job “${after.name}”`],
  },
  "delete-repair": {
    title: "Deleted a job",
    kind: "shop",
    tell: ({ before }) => [`deleted the job “${before.name}”`],
  },
  "dismiss-search": {
    title: "Dismissed a missed search, or listed it again",
    kind: "shop",
    tell: ({ after: { dismissed, term } }) => [
      dismissed ? `dismissed the search “${term}”` : `listed the search “${term}” again`,
    ],
  },
  "apply-import": {
    title: "Applied an import",
    kind: "import",
    tell: ({ after }) => ["applied ", ` to ${count(after.lines, "line")}`],
  },
  "undo-import": {
    title: "Undid an import",
    kind: "import",
    tell: ({ after }) => ["undid ", ` in ${count(after.lines, "line")}`],
  },
  "undo-import-line": {
    title: "Undid a change by an import",
    kind: "part",
    tell: ({ after }) => [`undid what import ${after.import} had changed of `, ""],
  },
} as const satisfies Record<string, AuditedAction>;

function tellBulk(after: AuditFields, parts: number): string {
  const { price, type, hidden, undone } = after;
  const all = count(parts, "product");
  if (undone === true) return `undid a change of ${all}`;
  if (price !== undefined) return `changed the price of ${all} by ${price}`;
  if (hidden !== undefined) return hidden ? `hid ${all}` : `showed ${all} again`;
  if (type !== undefined)
    return `moved ${all} to ${type === null ? "no type" : `“${nameIn(after, "type")}”`}`;
  return `changed ${all}`;
}
