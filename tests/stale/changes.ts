// Every kind of change, made as people make it. Each is taken back by the next, or by itself.
import { expect } from "vitest";
import type { AuditEntry } from "#contract/audit.ts";
import type { BulkPreview } from "#contract/bulk-edits.ts";
import type { PartPage } from "#contract/catalog.ts";
import type { ImportKindName } from "#contract/imports.ts";
import type { PartEdit, PartRecord } from "#contract/part-edits.ts";
import type { PartTypeRecord } from "#contract/part-types.ts";
import type { ChangeKind } from "#contract/tags.ts";
import { aReview } from "#seed/builders.ts";
import { anApplication } from "#tests/builders/vehicle.ts";
import { importFile, listLines, undoImport } from "#tests/imports.ts";
import { orderRequest } from "#tests/orders.ts";
import { saveSettings } from "#tests/save-settings.ts";
import { change, type Known, known, type World } from "./world.ts";

export type Change = { name: string; kind: ChangeKind; make(world: World): Promise<unknown> };

type Field = Exclude<keyof PartEdit, "version">;
type Edit = [kind: ChangeKind, part: Known, value: unknown];

/** A field of parts that is not here does not compile. */
const edits: Record<Field, Edit> = {
  name: ["part-names", "disc", "Aardvark Disc"],
  number: ["part-names", "disc", "PW-104-310-N"],
  numbers: [
    "part-names",
    "disc",
    [{ kind: "oe", brand: "Newbrand", written: "NM 4711", pieces: 1, note: "" }],
  ],
  brand: ["part-names", "disc", "Newbrand"],
  price: ["part-prices", "disc", 0.5],
  minimumQuantity: ["part-stock", "disc", 100_000],
  lowStock: ["part-stock", "disc", 100_000],
  fromShelf: ["part-stock", "shelfKit", false],
  components: ["parts", "laterKit", [{ part: known.bolt, quantity: 1, soldAlone: false }]],
  replacedBy: ["parts", "otherDisc", [{ part: known.disc }]],
  hidden: ["parts", "disc", true],
  life: ["parts", "disc", "ended"],
  type: ["part-types", "disc", "brake-drums"],
  furtherTypes: ["part-types", "disc", ["wheel-bearings"]],
  attributes: ["part-attributes", "disc", [{ name: "Diameter", unit: "mm", value: 311 }]],
  pictures: ["parts", "disc", ["https://localhost/none.png"]],
  description: ["parts", "disc", "A disc with other words."],
  packOf: ["parts", "disc", 3],
  weight: ["parts", "disc", 999],
  bulky: ["parts", "disc", true],
  dangerous: ["parts", "disc", true],
  taxClass: ["settings", "disc", "reduced"],
  deposit: ["parts", "disc", 12],
};

const readRecord = async ({ admin, ids }: World, part: Known) =>
  (await admin.get(`/api/parts/${ids[part]}/record`)).body as PartRecord;
const editPart = (world: World, part: Known, edit: object) =>
  change(world, "PATCH", `/api/parts/${world.ids[part]}`, edit);

function editsOf([field, [kind, part, value]]: [string, Edit]): Change[] {
  let before: unknown;
  return [
    {
      name: `${field} of a part`,
      kind,
      async make(world) {
        before = (await readRecord(world, part))[field as Field];
        await editPart(world, part, { [field]: value });
      },
    },
    {
      name: `${field} of a part as before`,
      kind,
      make: (world) => editPart(world, part, { [field]: before }),
    },
  ];
}

async function undoLatest(world: World, about: string): Promise<void> {
  const { body } = await world.admin.get(`/api/audit?about=${about}&limit=20`);
  const last = (body as AuditEntry[]).find(({ undoable }) => undoable);
  for (let left = 1; left > 0; ) {
    const undone = await change(world, "POST", `/api/undo/${last?._id}`);
    left = (undone as { left?: number } | null)?.left ?? 0;
  }
}

async function countStock(world: World, part: Known, pieces: number): Promise<void> {
  await change(world, "POST", `/api/parts/${world.ids[part]}/stock`, { reason: "count", pieces });
}

/** There and back. */
function stockOf(part: Known, pieces: number, name: string): Change[] {
  let before = 0;
  return [
    {
      name,
      kind: "part-stock",
      async make(world) {
        const { body } = await world.admin.get(`/api/parts/${world.ids[part]}/stock`);
        before = (body as { onHand: number }).onHand;
        await countStock(world, part, pieces);
      },
    },
    {
      name: `${name}, and back`,
      kind: "part-stock",
      make: (world) => countStock(world, part, before),
    },
  ];
}

async function bulk(world: World, select: object, changed: object): Promise<string> {
  const preview = (await change(world, "POST", "/api/bulk-edits/preview", {
    select,
    change: changed,
  })) as BulkPreview;
  const { editId, batches } = preview;
  expect(batches.length).toBeGreaterThan(0);
  for (const { ids, seen } of batches)
    await change(world, "POST", "/api/bulk-edits", { editId, ids, change: changed, seen });
  return editId;
}

function bulkOf(name: string, kind: ChangeKind, select: object, changed: object): Change[] {
  let editId = "";
  return [
    {
      name,
      kind,
      async make(world) {
        editId = await bulk(world, select, changed);
      },
    },
    {
      name: `${name}, undone`,
      kind,
      async make(world) {
        for (let left = 1; left > 0; ) {
          const undone = await change(world, "POST", `/api/undo/${editId}`);
          left = (undone as { left?: number } | null)?.left ?? 0;
        }
      },
    },
  ];
}

const files: Record<ImportKindName, [ChangeKind, string] | undefined> = {
  prices: ["part-prices", `part,price\n${known.disc},0.75\n`],
  stock: ["part-stock", `part,on_hand\n${known.disc},0\n`],
  parts: [
    "parts",
    `part,name,price,type,brand\nPW-NEW-1,Newcomer Disc,7.50,brake-discs,Newbrand\n${known.bolt},Zinc Bolt M8,2.10,wheel-bearings,Kasmund\n`,
  ],
  numbers: ["part-names", `part,kind,brand,number\n${known.disc},oe,Newbrand,NM 4711\n`],
  attributes: ["part-attributes", `part,attribute,value\n${known.disc},Diameter,999\n`],
  kits: ["parts", `part,component,quantity\n${known.oldKit},${known.bolt},2\n`],
  supersessions: ["parts", `part,replaced_by\n${known.bolt},${known.successor}\n`],
  applications: ["vehicles", `part,make,model,from,to\n${known.bolt},Bramwick,Wexley,2018,2018\n`],
  aliases: ["vehicles", "source,code,make,model\nACES,stale:1,Bramwick,Wexley\n"],
  aces: undefined,
};

function importsOf([name, file]: [string, [ChangeKind, string] | undefined]): Change[] {
  if (!file) return [];
  const [kind, text] = file;
  const kindName = name as ImportKindName;
  let applied: { _id: string };
  return [
    {
      name: `import ${name}`,
      kind,
      async make({ admin }) {
        applied = await importFile(admin, kindName, text);
      },
    },
    {
      name: `undo the import of ${name}`,
      kind,
      make: ({ admin }) => undoImport(admin, applied),
    },
  ];
}

const undoneLine: Change[] = [
  {
    name: "undo a line of an import",
    kind: "part-prices",
    async make(world) {
      const { admin } = world;
      const applied = await importFile(admin, "prices", `part,price\n${known.disc},0.85\n`);
      const [line] = await listLines(admin, applied);
      await change(world, "POST", `/api/imports/${applied._id}/lines/${line?.line}/undo`);
    },
  },
];

const added = {
  name: "Newcomer Disc",
  img: "",
  description: "",
  minimumQuantity: 0,
  availablQuantity: 30,
  price: 0.25,
  number: "PW-NEW-2",
  type: "brake-discs",
  brand: "Newbrand",
  attributes: [{ name: "Diameter", unit: "mm", value: 310 }],
};

let addedId = "";
const lives: Change[] = [
  {
    name: "add a part",
    kind: "parts",
    async make(world) {
      addedId = ((await change(world, "POST", "/api/parts", added)) as { insertedId: string })
        .insertedId;
    },
  },
  {
    name: "delete a part",
    kind: "parts",
    make: (world) => change(world, "DELETE", `/api/parts/${addedId}`),
  },
  ...(["disc", "successor", "oilFilter", "laterKit"] as const).flatMap((part): Change[] => [
    {
      name: `delete ${part}`,
      kind: "parts",
      make: (world) => change(world, "DELETE", `/api/parts/${world.ids[part]}`),
    },
    {
      name: `restore ${part}`,
      kind: "parts",
      make: (world) => undoLatest(world, world.ids[part]),
    },
  ]),
  ...["announced", "superseded", "active"].map((life) => ({
    name: `a part is ${life}`,
    kind: "parts" as const,
    make: (world: World) => editPart(world, "bolt", { life }),
  })),
  {
    name: "hide what replaces a component",
    kind: "parts",
    make: (world) => editPart(world, "successor", { hidden: true }),
  },
  {
    name: "show what replaces a component",
    kind: "parts",
    make: (world) => editPart(world, "successor", { hidden: false }),
  },
  {
    name: "rename a later kit",
    kind: "part-names",
    make: (world) => editPart(world, "laterKit", { name: "Stale Kit, Much Later" }),
  },
  {
    name: "price and stock in one",
    kind: "part-prices",
    async make(world) {
      await Promise.all([
        editPart(world, "otherDisc", { price: 1.25 }),
        countStock(world, "otherDisc", 0),
      ]);
    },
  },
  {
    name: "price and stock in one, and back",
    kind: "part-prices",
    async make(world) {
      await Promise.all([
        editPart(world, "otherDisc", { price: 73.4 }),
        countStock(world, "otherDisc", 120),
      ]);
    },
  },
];

const stock: Change[] = [
  ...stockOf("disc", 0, "the last pieces of a part go"),
  ...stockOf("disc", 9_999, "more pieces of a part that was there"),
  ...stockOf("oilFilter", 0, "the last pieces of a component go"),
  ...stockOf("bolt", 2, "a part has its bound of what can be ordered"),
  {
    name: "an order takes the last pieces",
    kind: "part-stock",
    async make(world) {
      await countStock(world, "bolt", 3);
      const stocked = { minimumQuantity: 0, availablQuantity: 3, priceCents: 199 };
      const part = { id: world.ids.bolt, name: "Zinc Bolt", ...stocked };
      const order = orderRequest(world.buyer, part, { quantity: 2 });
      const { status, body } = await world.buyer.send("POST", "/api/orders", order);
      expect([status, body]).toMatchObject([200, {}]);
    },
  },
  {
    name: "an order is cancelled",
    kind: "part-stock",
    async make({ buyer }) {
      const { body } = await buyer.get(`/api/orders?email=${buyer.email}`);
      const [last] = body as { _id: string }[];
      expect((await buyer.send("DELETE", `/api/orders/${last?._id}`)).status).toBe(200);
    },
  },
];

const typePath = "/api/part-types/brake-discs";
const types: Change[] = [
  {
    name: "add a part type",
    kind: "part-types",
    make: (world) =>
      change(world, "POST", "/api/part-types", { name: "Stale things", parent: "brakes" }),
  },
  {
    name: "delete a part type",
    kind: "part-types",
    make: (world) => change(world, "DELETE", "/api/part-types/stale-things"),
  },
  {
    name: "a part type is renamed",
    kind: "part-types",
    make: (world) => change(world, "PATCH", typePath, { name: "Discs of Brakes" }),
  },
  ...[
    { name: "Brake Discs" },
    { synonyms: ["altenator"] },
    { synonyms: ["rotor", "brake rotor"] },
    { parent: "filters" },
    { parent: "brakes" },
    { soldForVehicles: false },
    { soldForVehicles: true },
  ].map((edit) => ({
    name: `a part type has ${JSON.stringify(edit)}`,
    kind: "part-types" as const,
    make: (world: World) => change(world, "PATCH", typePath, edit),
  })),
  ...["Width across", "Diameter"].map((name) => ({
    name: `an attribute is called ${name}`,
    kind: "part-attributes" as const,
    async make(world: World) {
      const { attributes } = (await world.admin.get(typePath)).body as PartTypeRecord;
      const renamed = attributes.map(({ parts: _, ...one }, at) =>
        at === 0 ? { ...one, name } : one,
      );
      await change(world, "PATCH", typePath, { attributes: renamed });
    },
  })),
  {
    name: "a part type has another address",
    kind: "part-types",
    make: (world) => change(world, "PATCH", typePath, { slug: "discs" }),
  },
  {
    name: "a part type has its address again",
    kind: "part-types",
    make: (world) => change(world, "PATCH", "/api/part-types/discs", { slug: "brake-discs" }),
  },
];

let applicationId = "";
const wexley = { model: "bramwick/wexley", from: 2018, to: 2018 };
const vehicles: Change[] = [
  ...["Wexley Two", "Wexley"].map((name) => ({
    name: `a model is called ${name}`,
    kind: "vehicles" as const,
    async make(world: World) {
      const model = name === "Wexley" ? "wexley-two" : "wexley";
      await change(world, "POST", "/api/vehicle-changes", {
        what: "model",
        make: "bramwick",
        model,
        name,
      });
    },
  })),
  {
    name: "a model has another year",
    kind: "vehicles",
    make: (world) =>
      change(world, "POST", "/api/vehicle-changes", {
        what: "car",
        make: "Bramwick",
        model: "Wexley",
        year: 2031,
        built: null,
        combinations: [],
      }),
  },
  {
    name: "a part fits a car",
    kind: "vehicles",
    async make(world) {
      const path = `/api/parts/${world.ids.bolt}/applications`;
      const application = await change(world, "POST", path, anApplication(wexley));
      applicationId = (application as { _id: string })._id;
    },
  },
  {
    name: "a part fits fewer cars",
    kind: "vehicles",
    make: (world) =>
      change(world, "PATCH", `/api/applications/${applicationId}`, { heldBecause: "Measured" }),
  },
  {
    name: "a part fits a car no more",
    kind: "vehicles",
    make: (world) => change(world, "DELETE", `/api/applications/${applicationId}`),
  },
  ...[true, false].map((universal) => ({
    name: `a part fits ${universal ? "everything" : "what it lists"}`,
    kind: "vehicles" as const,
    make: (world: World) =>
      change(world, "PUT", `/api/parts/${world.ids.bolt}/fit-declaration`, {
        universal,
        listsAllVehicles: false,
      }),
  })),
  {
    name: "add a repair",
    kind: "vehicles",
    make: (world) =>
      change(world, "POST", "/api/repairs", {
        name: "Stale job",
        slug: "stale-job",
        note: "",
        axle: null,
        lines: [{ type: "brake-discs", scope: "axle", need: "always", why: "It is worn." }],
      }),
  },
  {
    name: "rename a repair",
    kind: "vehicles",
    make: (world) => change(world, "PATCH", "/api/repairs/stale-job", { name: "Staler job" }),
  },
  {
    name: "delete a repair",
    kind: "vehicles",
    make: (world) => change(world, "DELETE", "/api/repairs/stale-job"),
  },
];

let reviewId = "";
const texts: Change[] = [
  {
    name: "write a review",
    kind: "reviews",
    async make(world) {
      const { status, body } = await world.buyer.send("POST", "/api/reviews", aReview());
      expect([status, body]).toMatchObject([200, {}]);
      reviewId = (body as { insertedId: string }).insertedId;
    },
  },
  ...[{ answer: "Thank you!", expected: null }, { hidden: true }, { hidden: false }].map(
    (edit) => ({
      name: `a review has ${JSON.stringify(edit)}`,
      kind: "reviews" as const,
      make: (world: World) => change(world, "PATCH", `/api/reviews/${reviewId}`, edit),
    }),
  ),
  {
    name: "delete a review",
    kind: "reviews",
    make: (world) => change(world, "DELETE", `/api/reviews/${reviewId}`),
  },
  ...["terms", "imprint"].map((page) => ({
    name: `save the ${page}`,
    kind: "legal" as const,
    make: (world: World) =>
      change(world, "PUT", `/api/legal/${page}`, { version: 0, text: `The ${page} of now.` }),
  })),
  {
    name: "the company has another telephone",
    kind: "settings",
    make: ({ admin }) => saveSettings(admin, { company: { phone: "+46 8 765 43 21" } }),
  },
  ...[true, false].map((active) => ({
    name: `a price list is ${active ? "in" : "out of"} force`,
    kind: "settings" as const,
    make: ({ admin }: World) =>
      saveSettings(admin, {
        discounts: {
          priceLists: [
            {
              id: "more",
              name: "For more",
              group: null,
              percents: [{ from: 10, percentBp: 500 }],
              prices: [],
              from: null,
              until: null,
              active,
            },
          ],
        },
      }),
  })),
];

const discs = { type: "brake-discs" };
const bulks = [
  ...bulkOf("other prices for a type", "part-prices", discs, {
    price: { by: "percent", value: 10, roundTo: "1" },
  }),
  ...bulkOf("hide a type", "parts", discs, { hidden: true }),
  ...bulkOf("another type for parts", "part-types", discs, { type: "brake-drums" }),
];

/** On parts of their own, which one car has. */
export function changesOfMany(parts: number, lines: number): Change[] {
  const numbers = Array.from({ length: lines }, (_, at) => `PW-MANY-${at + 1}`);
  const some = numbers.slice(0, parts);
  const toFile = (head: string, all: string[], rest: string) =>
    `${head}\n${all.map((number) => `${number},${rest}\n`).join("")}`;
  const ids: string[] = [];
  return [
    {
      name: `add ${lines} parts`,
      kind: "parts",
      make: ({ admin }) =>
        importFile(
          admin,
          "parts",
          toFile("part,name,price,type", numbers, "One of many,3.00,brake-discs"),
        ),
    },
    {
      name: `${parts} parts fit a car`,
      kind: "vehicles",
      make: ({ admin }) =>
        importFile(
          admin,
          "applications",
          toFile("part,make,model,from,to", some, "Bramwick,Wexley,2018,2018"),
        ),
    },
    {
      name: `${lines} parts come`,
      kind: "part-stock",
      make: ({ admin }) => importFile(admin, "stock", toFile("part,on_hand", numbers, "50")),
    },
    {
      name: `the last pieces of ${lines} parts go`,
      kind: "part-stock",
      make: ({ admin }) => importFile(admin, "stock", toFile("part,on_hand", numbers, "0")),
    },
    ...bulkOf(`hide ${lines} parts`, "parts", { q: "One of many" }, { hidden: true }),
    {
      name: `delete ${parts} parts`,
      kind: "parts",
      async make(world) {
        for (const number of some) {
          const { body } = await world.admin.get(`/api/parts/${number}`);
          const { _id } = body as PartPage;
          await change(world, "DELETE", `/api/parts/${_id}`);
          ids.push(_id);
        }
      },
    },
    {
      name: `restore ${parts} parts`,
      kind: "parts",
      async make(world) {
        for (const id of ids) await undoLatest(world, id);
      },
    },
  ];
}

export const allChanges: Change[] = [
  ...Object.entries(edits).flatMap(editsOf),
  ...lives,
  ...stock,
  ...bulks,
  ...types,
  ...vehicles,
  ...texts,
  ...Object.entries(files).flatMap(importsOf),
  ...undoneLine,
];
