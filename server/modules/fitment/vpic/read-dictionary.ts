import { toSlug } from "#contract/rules/part-path.ts";
import { type DumpRow, readDump } from "./read-dump.ts";

export type VinMaker = { wmi: string; years: [from: number, to: number] };
export type Dictionary = {
  models: Map<string, { make: string; name: string }>;
  schemas: Map<string, { name: string; makers: VinMaker[] }>;
  labelOf: (element: string, attribute: string) => string;
};

const lookups = ["bodystyle", "drivetype", "fueltype", "transmission"];
const tables = new Set([
  "make",
  "model",
  "make_model",
  "wmi",
  "wmi_make",
  "vinschema",
  "wmi_vinschema",
  "element",
  ...lookups,
]);
/** Passenger cars, trucks, and multipurpose passenger vehicles. */
const carTypes = new Set(["2", "3", "7"]);
/** From when on VINs have 17 places. */
const firstYear = 1980;
const litres = "13";

type Rows = Map<string, DumpRow[]>;

export async function readDictionary(
  path: string,
  wanted: ReadonlySet<string>,
  lastYear: number,
): Promise<Dictionary> {
  const rows: Rows = new Map();
  for await (const { table, row } of readDump(path, tables)) {
    const list = rows.get(table);
    if (list) list.push(row);
    else rows.set(table, [row]);
  }
  const makes = new Map(
    ofTable(rows, "make")
      .map(({ id, name }) => [`${id}`, toSlug(name ?? "")] as const)
      .filter(([, slug]) => wanted.has(slug)),
  );
  return {
    models: listModels(rows, makes),
    schemas: listSchemas(rows, makes, lastYear),
    labelOf: labeler(rows),
  };
}

const ofTable = (rows: Rows, table: string): DumpRow[] => rows.get(table) ?? [];

const byId = (rows: Rows, table: string, column: string) =>
  new Map(ofTable(rows, table).map((row) => [`${row.id}`, row[column] ?? ""]));

function listModels(rows: Rows, makes: ReadonlyMap<string, string>): Dictionary["models"] {
  const names = byId(rows, "model", "name");
  return new Map(
    ofTable(rows, "make_model").flatMap(({ makeid, modelid }) => {
      const make = makes.get(`${makeid}`);
      const name = names.get(`${modelid}`)?.trim().slice(0, 80);
      return make && name ? [[`${modelid}`, { make, name }] as const] : [];
    }),
  );
}

function listSchemas(
  rows: Rows,
  makes: ReadonlyMap<string, string>,
  lastYear: number,
): Dictionary["schemas"] {
  const ofMakes = new Set(
    ofTable(rows, "wmi_make").flatMap(({ wmiid, makeid }) =>
      makes.has(`${makeid}`) ? [`${wmiid}`] : [],
    ),
  );
  const wmis = new Map(
    ofTable(rows, "wmi")
      .filter(({ id, vehicletypeid }) => ofMakes.has(`${id}`) && carTypes.has(`${vehicletypeid}`))
      .map(({ id, wmi }) => [`${id}`, wmi ?? ""]),
  );
  const named = new Map(
    ofTable(rows, "vinschema")
      .filter(({ tobeqced }) => tobeqced !== "t")
      .map(({ id, name }) => [`${id}`, name ?? ""]),
  );
  const schemas: Dictionary["schemas"] = new Map();
  for (const { wmiid, vinschemaid, yearfrom, yearto } of ofTable(rows, "wmi_vinschema")) {
    const wmi = wmis.get(`${wmiid}`);
    const name = named.get(`${vinschemaid}`);
    const from = Math.max(Number(yearfrom ?? firstYear), firstYear);
    const to = Math.min(Number(yearto ?? lastYear), lastYear);
    if (!wmi || name === undefined || from > to) continue;
    const schema = schemas.get(`${vinschemaid}`) ?? { name, makers: [] };
    schema.makers.push({ wmi, years: [from, to] });
    schemas.set(`${vinschemaid}`, schema);
  }
  return schemas;
}

/** What an element says is the id of a row elsewhere, or the text itself. */
function labeler(rows: Rows): Dictionary["labelOf"] {
  const tableOf = new Map(
    ofTable(rows, "element").map(({ id, lookuptable }) => [`${id}`, lookuptable?.toLowerCase()]),
  );
  const names = new Map(lookups.map((table) => [table, byId(rows, table, "name")]));
  return (element, attribute) => {
    const table = tableOf.get(element);
    if (table) return names.get(table)?.get(attribute)?.trim() ?? "";
    const size = Number(attribute);
    return element === litres && size > 0 ? `${size.toFixed(1)} L` : attribute;
  };
}
