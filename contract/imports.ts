import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { countFromQuery, id, text } from "./fields.ts";

export const importKinds = [
  "prices",
  "stock",
  "parts",
  "numbers",
  "attributes",
  "kits",
  "supersessions",
  "applications",
  "aliases",
  "aces",
] as const;
export type ImportKindName = (typeof importKinds)[number];
export const exportKinds = importKinds.filter((kind) => kind !== "aces");

/** From "applying" and "undoing" it returns to where it was, if a line has changed meanwhile. */
export const importStates = [
  "checking",
  "checked",
  "applying",
  "applied",
  "undoing",
  "undone",
] as const;
export type ImportState = "checking" | "checked" | "applying" | "applied" | "undoing" | "undone";

const megabyte = 1024 * 1024;
const usual = { bytes: 48 * megabyte, lines: 500_000 };
const ofAces = { bytes: 512 * megabyte, lines: 2_000_000 };

export const importLimits = (kind: ImportKindName) => (kind === "aces" ? ofAces : usual);

/** Of which a file may be the whole. */
export const wholeKinds: readonly ImportKindName[] = ["applications"];

/** `file`: nothing of the file can be applied; `line`: it can be left out; `confirm`: it may be meant. */
export const findingGrades = ["file", "line", "confirm", "info"] as const;
export type FindingGrade = (typeof findingGrades)[number];

/** `removed`: its line takes it away, or a whole file does not name it; then its number follows those of the lines in the file. */
export const lineResults = ["new", "changed", "same", "refused", "removed"] as const;
export type LineResult = (typeof lineResults)[number];

const cells = z.record(z.string(), z.string());

const counts = z.object({
  new: z.number(),
  changed: z.number(),
  same: z.number(),
  refused: z.number(),
  confirm: z.number(),
  file: z.number(),
  info: z.number(),
  removed: z.number(),
  /** Lines of the shop that a whole file has to name. */
  inShop: z.number(),
});
export type ImportCounts = z.output<typeof counts>;

export const importSummary = z.object({
  _id: z.string(),
  number: z.number(),
  kind: z.enum(importKinds),
  fileName: z.string(),
  state: z.enum(importStates),
  createdAt: z.string(),
  uploadedBy: z.string(),
  counts,
  /** It takes away what it does not name. */
  whole: z.boolean(),
});
export type ImportSummary = z.output<typeof importSummary>;

export const importRecord = z.extend(importSummary, {
  /** In bytes of the file while it is checked, in lines afterwards. */
  progress: z.object({ done: z.number(), of: z.number() }),
  problem: z.nullable(z.string()),
  appliedAt: z.nullable(z.string()),
  appliedBy: z.nullable(z.string()),
  undoneAt: z.nullable(z.string()),
  undoneBy: z.nullable(z.string()),
});
export type ImportRecord = z.output<typeof importRecord>;

export const importFinding = z.object({
  _id: z.string(),
  line: z.number(),
  grade: z.enum(findingGrades),
  part: z.string(),
  what: z.string(),
  todo: z.string(),
  /** Of which it is not known what it means; `proposal` are conditions, or empty. */
  asks: z.nullable(z.object({ source: z.string(), code: z.string(), proposal: z.string() })),
});
export type ImportFinding = z.output<typeof importFinding>;

export const importLine = z.object({
  _id: z.string(),
  line: z.number(),
  part: z.string(),
  result: z.enum(lineResults),
  before: z.nullable(cells),
  /** Null where it is taken away. */
  after: z.nullable(cells),
});
export type ImportLine = z.output<typeof importLine>;

/** How many lines change for a part, or for "Tessaro Vero 2014". */
const importGroup = z.object({
  _id: z.string(),
  new: z.number(),
  changed: z.number(),
  removed: z.number(),
});
export type ImportGroup = z.output<typeof importGroup>;

export const partImport = z.object({
  /** Of the import, with the line. */
  _id: z.string(),
  import: z.string(),
  line: z.number(),
  number: z.number(),
  kind: z.enum(importKinds),
  at: z.string(),
  who: z.string(),
  before: z.nullable(cells),
  after: z.nullable(cells),
  /** The line, or the whole import. */
  isUndone: z.boolean(),
});
export type PartImport = z.output<typeof partImport>;

export const importRowsPerPage = 50;

const linePage = {
  limit: z.optional(countFromQuery(100)),
  after: z.optional(z.string().check(z.regex(/^\d{1,9}(-\d{1,4})?$/, "Is not a line"))),
};

const lineFilter = {
  result: z.optional(z.enum(lineResults)),
  q: z.optional(text(200)),
};

export const importCalls = {
  list: {
    method: "GET",
    path: "/imports",
    summary: "Lists the newest 50 imports.",
    who: "admin",
    reply: z.array(importSummary),
    refusals: [],
  },
  upload: {
    method: "POST",
    path: "/imports",
    summary:
      'Takes a CSV file, or one of ACES, in the field "file" of a form and begins to check it; nothing changes in the shop. `bytes` is its length, so that a cut-off upload is noticed. A `whole` file of vehicles takes away what it leaves out of the brand and the types of its parts.',
    who: "admin",
    area: "catalogue",
    query: {
      kind: z.enum(importKinds, "Is no kind of import"),
      bytes: z.optional(countFromQuery(999_999_999)),
      name: z.optional(text(200)),
      whole: z.optional(z.literal("true", "Must be true")),
    },
    form: true,
    rateLimit: { max: 60, seconds: 3_600 },
    reply: z.object({ insertedId: id }),
    refusals: ["malformed", "invalid", "too-large", "unsupported-media-type", "too-many"],
  },
  one: {
    method: "GET",
    path: "/imports/:id",
    summary: "Answers the state of an import, its counts and how far it is.",
    who: "admin",
    params: { id },
    reply: importRecord,
    refusals: ["not-found"],
  },
  findings: {
    method: "GET",
    path: "/imports/:id/findings",
    summary: "Lists what is wrong or questionable in the file, by line.",
    who: "admin",
    params: { id },
    query: { grade: z.optional(z.enum(findingGrades)), ...linePage },
    reply: z.array(importFinding),
    refusals: [],
  },
  findingsFile: {
    method: "GET",
    path: "/imports/:id/findings/csv",
    summary: "Answers all findings of an import as CSV, with formulas neutralised as in exports.",
    who: "admin",
    params: { id },
    reply: z.string(),
    refusals: ["not-found"],
    raw: true,
  },
  lines: {
    method: "GET",
    path: "/imports/:id/lines",
    summary:
      "Lists what each line would change, by line. `q` is a part, or a vehicle such as `Tessaro Vero 2014`.",
    who: "admin",
    params: { id },
    query: { ...lineFilter, ...linePage },
    reply: z.array(importLine),
    refusals: [],
  },
  linesFile: {
    method: "GET",
    path: "/imports/:id/lines/csv",
    summary: "Answers the difference of an import as CSV, with formulas neutralised as in exports.",
    who: "admin",
    params: { id },
    query: lineFilter,
    reply: z.string(),
    refusals: ["not-found"],
    raw: true,
  },
  groups: {
    method: "GET",
    path: "/imports/:id/groups",
    summary:
      "Lists how many lines an import changes for each part, or for each vehicle. The next page begins after the `_id` of the last one.",
    who: "admin",
    params: { id },
    query: {
      by: z.enum(["part", "vehicle"], "Must be part or vehicle"),
      limit: z.optional(countFromQuery(100)),
      after: z.optional(text(200)),
    },
    reply: z.array(importGroup),
    refusals: [],
  },
  check: {
    method: "POST",
    path: "/imports/:id/check",
    summary: "Checks the file once more against what is in the shop now.",
    who: "admin",
    area: "catalogue",
    params: { id },
    reply: importRecord,
    refusals: ["not-found", "conflict"],
  },
  apply: {
    method: "POST",
    path: "/imports/:id/apply",
    summary:
      "Begins to apply all new and changed lines in one transaction. Lines with faults must be left out, questions confirmed, many lines taken away counted. If a line has changed since the check, nothing is applied.",
    who: "admin",
    area: "catalogue",
    params: { id },
    body: z.strictObject({
      leaveOut: z.boolean("Must be true or false"),
      confirmed: z.boolean("Must be true or false"),
      removed: z.optional(z.number("Must be a number")),
    }),
    reply: importRecord,
    refusals: ["not-found", "conflict"],
  },
  undo: {
    method: "POST",
    path: "/imports/:id/undo",
    summary:
      "Begins to undo an applied import: each line as it was before, a stock by the opposite movement. If a line has changed since, nothing is undone, unless those are to be left out.",
    who: "admin",
    area: "catalogue",
    params: { id },
    body: z.strictObject({ leaveOut: z.boolean("Must be true or false") }),
    reply: importRecord,
    refusals: ["not-found", "conflict"],
  },
  ofPart: {
    method: "GET",
    path: "/parts/:id/imports",
    summary: "Lists what imports of the last 90 days changed of a part, the newest 100 first.",
    who: "admin",
    params: { id },
    reply: z.array(partImport),
    refusals: [],
  },
  undoLine: {
    method: "POST",
    path: "/imports/:id/lines/:line/undo",
    summary:
      "Undoes one line of an applied import, unless what it wrote has changed since. Undoing the import leaves it out then.",
    who: "admin",
    area: "catalogue",
    params: { id, line: countFromQuery(999_999_999) },
    reply: z.object({ undone: z.literal(true) }),
    refusals: ["not-found", "conflict"],
  },
  remove: {
    method: "DELETE",
    path: "/imports/:id",
    summary: "Discards an import that is not applied. What was applied in the past stays listed.",
    who: "admin",
    area: "catalogue",
    params: { id },
    reply: z.object({ deletedCount: z.literal(1) }),
    refusals: ["not-found", "conflict"],
  },
  export: {
    method: "GET",
    path: "/exports/:kind",
    summary:
      "Answers all parts' values of a kind as CSV, which can be imported again. Cells that a spreadsheet would run as a formula begin with an apostrophe, which the import takes away.",
    who: "admin",
    params: { kind: z.enum(exportKinds) },
    reply: z.string(),
    refusals: ["not-found"],
    raw: true,
  },
} as const satisfies Calls;
