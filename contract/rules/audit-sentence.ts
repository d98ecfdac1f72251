import { type AuditAction, type AuditEntry, type AuditFields, kindOfAction } from "../audit.ts";
import type { ThingKind } from "../things.ts";
import { formatDollars } from "./money.ts";

/** What stands before and after the thing, which is a link where it has a page. */
export type AuditSentence = { start: string; thing: string; end: string };

export function describeEntry(entry: AuditEntry, locale?: string): AuditSentence {
  const [start, end] = tell[entry.action](toFacts(entry, locale));
  const by = entry.by ?? (entry.address ? entry.who : "Someone at the machine");
  const thing = end === undefined ? "" : nameThing(entry);
  return { start: `${by} ${start}`, thing, end: end ?? "" };
}

export function writeSentence(entry: AuditEntry, locale?: string): string {
  const { start, thing, end } = describeEntry(entry, locale);
  return start + thing + end;
}

type Facts = {
  before: AuditFields;
  after: AuditFields;
  money: (dollars: unknown) => string;
};

/** Without an end, the sentence names no thing. */
type Told = readonly [start: string, end?: string];

const tell: Record<AuditAction, (facts: Facts) => Told> = {
  "make-admin": () => ["made ", " an admin"],
  "change-role": ({ before, after }) =>
    after.role === "customer"
      ? [`took the role “${before.role}” from `, ""]
      : ["gave ", ` the role “${after.role}”`],
  "sign-out-person": () => ["signed ", " out everywhere"],
  "export-person": () => ["exported the data of ", ""],
  "erase-person": () => ["erased the data of ", ""],
  "set-price-group": ({ before, after }) =>
    after.group === null
      ? ["took ", ` out of the group of customers “${before.group}”`]
      : ["put ", ` into the group of customers “${after.group}”`],
  "sign-out-people": ({ after }) => [`signed ${countPeople(after.people)} out everywhere`],
  "set-price-groups": ({ after }) =>
    after.group === null
      ? [`took ${countPeople(after.people)} out of their groups of customers`]
      : [`put ${countPeople(after.people)} into the group of customers “${after.group}”`],
  "delete-user": ({ before }) => [
    `deleted the account of ${before.role === "admin" ? "an admin" : "a customer"}`,
  ],
  "change-email": ({ before, after }) => [
    `changed their own e-mail from ${before.email} to ${after.email}`,
  ],
  "reset-second-step": () => ["reset the lost second step of ", ""],
  "add-product": () => ["added ", ""],
  "change-price": ({ before, after, money }) => [
    "corrected the price of ",
    ` from ${money(before.price)} to ${money(after.price)}`,
  ],
  "edit-part": tellEdit,
  "copy-pictures": () => ["had the pictures of ", " copied again"],
  "edit-parts": ({ after }) => [tellBulk(after)],
  "change-stock": ({ after }) => {
    const { change, availablQuantity, reason, released } = after;
    const pieces = `${count(Math.abs(Number(change)), "piece")}`;
    const why = reason === "undo" ? "to undo a change" : `${reason}`;
    const freed = released === undefined ? "" : `; unpaid orders lost their holds: ${released}`;
    const end = ` (${why}), now ${availablQuantity} can be ordered${freed}`;
    return Number(change) < 0
      ? [`took ${pieces} from the stock of `, end]
      : [`added ${pieces} to the stock of `, end];
  },
  "delete-product": () => ["deleted ", ""],
  "restore-product": () => ["restored ", ""],
  "add-part-type": () => ["added the part type ", ""],
  "edit-part-type": tellEdit,
  "delete-part-type": () => ["deleted the part type ", ""],
  "restore-part-type": () => ["restored the part type ", ""],
  "add-application": ({ after }) => [`listed ${after.vehicles} for `, ""],
  "edit-application": ({ before, after }) => [
    "changed an application of ",
    `: ${before.vehicles}. Now: ${after.vehicles}`,
  ],
  "delete-application": ({ before }) => [`took ${before.vehicles} off the vehicles of `, ""],
  "restore-application": ({ after }) => [`listed ${after.vehicles} again for `, ""],
  "hold-application": ({ after }) => [
    "inspected a return, which held an application of ",
    `: ${after.vehicles}. ${after.because}`,
  ],
  "release-application": ({ after }) => [
    "released a held application of ",
    `: ${after.vehicles}. Because: ${after.because}`,
  ],
  "declare-fit": ({ after }) => {
    if (after.universal) return ["said that ", " is for no car in particular"];
    return [`said that ${after.listsAllVehicles ? "all" : "not all"} vehicles of `, " are listed"];
  },
  "load-vehicles": ({ after }) => [`loaded vehicles and VINs of ${after.makes}`],
  "change-vehicles": ({ before, after }) => {
    if (before.name === undefined) return [`added ${after.name} to the vehicles`];
    if (after.name === undefined) return [`took ${before.name} off the vehicles`];
    return before.name === after.name
      ? [`changed ${after.name} among the vehicles`]
      : [`renamed ${before.name} among the vehicles to ${after.name}`];
  },
  "name-code": ({ before, after }) => {
    const { source, code } = after.source === undefined ? before : after;
    const what = `the ${source} “${code}” in files means`;
    return [after.source === undefined ? `forgot what ${what}` : `said what ${what}`];
  },
  "add-repair": ({ after }) => [`added the job “${after.name}”`],
  "edit-repair": ({ after }) => [`changed the job “${after.name}”`],
  "delete-repair": ({ before }) => [`deleted the job “${before.name}”`],
  "dismiss-search": ({ after: { dismissed, term } }) => [
    dismissed ? `dismissed the search “${term}”` : `listed the search “${term}” again`,
  ],
  "apply-import": ({ after }) => ["applied ", ` to ${count(Number(after.lines), "line")}`],
  "undo-import": ({ after }) => ["undid ", ` in ${count(Number(after.lines), "line")}`],
  "undo-import-line": ({ after }) => [`undid what import ${after.import} had changed of `, ""],
  "edit-reviews": ({ after }) => [
    `${after.hidden ? "hid" : "showed"} ${count(Number(after.reviews), "review")}`,
  ],
  "edit-review": ({ after }) => {
    if (after.reported === false) return ["settled the reports of ", ""];
    if (after.hidden !== undefined) return after.hidden ? ["hid ", ""] : ["showed ", " again"];
    return after.answer === null ? ["took back the answer to ", ""] : ["answered ", ""];
  },
  "delete-review": ({ before }) => [`deleted a review with ${before.ratting} of 5 stars`],
  "edit-settings": ({ after }) => ["changed ", `: ${listFields(Object.keys(after))}`],
  "edit-legal-text": ({ after }) => ["changed ", `, which is version ${after.version} now`],
  "place-order": () => ["placed ", " for its customer"],
  "cancel-order": () => ["cancelled ", ""],
  "refund-order": () => ["cancelled ", ", which was paid, and returned its money"],
  "refund-part": ({ after, money }) => [
    `refunded ${money(after.amount)} of `,
    ` (${refundWords[`${after.reason}`] ?? after.reason})`,
  ],
  "cancel-pieces": ({ after, money }) => [
    `cancelled ${count(Number(after.pieces), "piece")} of `,
    `, and refunded ${money(after.amount)}`,
  ],
  "settle-refund-elsewhere": () => ["marked the refund of ", " as made manually"],
  "ship-order": ({ after }) => [
    after.state === "packed" ? "packed parts of " : "shipped parts of ",
    ` (${count(Number(after.pieces), "piece")}, parcel ${after.parcel})`,
  ],
  "lose-pieces": ({ after, money }) => [
    `noted ${count(Number(after.pieces), "lost piece")} of `,
    `, parcel ${after.parcel}: ${after.amount === undefined ? "to be sent again" : `refunded ${money(after.amount)}`}`,
  ],
  "edit-shipment": ({ before, after }) =>
    before.state === after.state
      ? ["changed the tracking of ", `, parcel ${after.parcel}`]
      : ["changed ", `: parcel ${after.parcel} is ${after.state}, was ${before.state}`],
  "note-order": () => ["wrote a note to ", ""],
  "correct-address": () => ["corrected the address of ", ""],
  "correct-invoice": ({ before, after }) => [
    `replaced invoice ${before.number} by ${after.number} for `,
    "",
  ],
  "send-letter": () => ["sent a letter about ", " again"],
  "ask-return": ({ after }) => [`asked for return ${after.return} of `, ""],
  "cancel-return": ({ after }) => [`cancelled return ${after.return} of `, ""],
  "edit-return": ({ after }) => [
    `${returnWords[`${after.state}`] ?? "changed"} return ${after.return} of `,
    "",
  ],
  "close-return": ({ after, money }) => [
    `closed return ${after.return} of `,
    after.amount === undefined ? "" : `, and refunded ${money(after.amount)}`,
  ],
  "answer-withdrawal": ({ after }) => [
    after.answered
      ? `answered withdrawal ${after.withdrawal}`
      : `put withdrawal ${after.withdrawal} back among the open ones`,
  ],
  "add-api-key": ({ after }) => [`made the key “${after.name}” with the role “${after.role}”`],
  "remove-api-key": ({ before }) => [`ended the key “${before.name}”`],
  "share-view": ({ after }) => [`shared the view “${after.name}” of the list ${after.list}`],
  "remove-view": ({ before }) => [
    `removed the shared view “${before.name}” of the list ${before.list}`,
  ],
  "add-webhook": ({ after }) => [`added the webhook “${after.name}” to ${after.url}`],
  "edit-webhook": ({ before, after }) => [tellWebhook(`${before.name}`, after)],
  "renew-webhook-secret": ({ after }) => [`renewed the secret of the webhook “${after.name}”`],
  "remove-webhook": ({ before }) => [`deleted the webhook “${before.name}” to ${before.url}`],
  "test-webhook": ({ after }) => [`sent a test to the webhook “${after.name}”`],
  "replay-webhook": ({ after }) => [
    `sent ${count(Number(after.count), "message")} to the webhook “${after.name}” again`,
  ],
  "check-ledger": () => ["ran a reconciliation"],
  "retry-jobs": ({ after }) => [`ran ${count(Number(after.jobs), "failed job")} again`],
  "retry-job": ({ after }) => [`ran the failed job ${after.kind} again`],
};

const returnWords: Record<string, string> = {
  approved: "approved",
  refused: "refused",
  received: "booked the goods of",
  inspected: "inspected the goods of",
};

const refundWords: Record<string, string> = {
  return: "a return",
  withdrawal: "a withdrawal",
  goodwill: "goodwill",
  short: "something was missing",
  deposit: "a deposit",
};

function tellEdit({ before, after, money }: Facts): Told {
  const [field, another] = Object.keys(after);
  if (field === undefined) return ["edited ", ""];
  if (another === undefined && field === "hidden") {
    return after.hidden ? ["hid ", ""] : ["showed ", " again"];
  }
  const what = `changed ${listFields(Object.keys(after))} of `;
  if (another !== undefined || !isShort(before[field]) || !isShort(after[field])) return [what, ""];
  const write = (value: unknown) => (field === "price" ? money(value) : toWords(value));
  return [what, ` from ${write(before[field])} to ${write(after[field])}`];
}

function tellBulk({ products, price, type, hidden }: AuditFields): string {
  const all = count(Number(products), "product");
  if (price !== undefined) return `changed the price of ${all} by ${price}`;
  if (hidden !== undefined) return hidden ? `hid ${all}` : `showed ${all} again`;
  if (type !== undefined) return `moved ${all} to ${type === null ? "no type" : `“${type}”`}`;
  return `changed ${all}`;
}

function tellWebhook(name: string, { isOn, ...after }: AuditFields): string {
  const fields = Object.keys(after);
  if (isOn === undefined) return `changed ${listFields(fields)} of the webhook “${name}”`;
  return `switched the webhook “${name}” ${isOn ? "on" : "off"}`;
}

const noLongerThere: Record<ThingKind, string> = {
  part: "a product",
  "part-type": "a part type",
  order: "an order",
  person: "someone whose account is gone",
  review: "a review",
  import: "an import",
  settings: "settings",
  "legal-text": "a legal text",
  shop: "the shop",
};

function nameThing({ thing, action, before, after }: AuditEntry): string {
  if (thing) return thing.name;
  const name = after?.name ?? before?.name;
  if (typeof name === "string" && name !== "") return name;
  if (kindOfAction[action] === "import") return `import ${after?.number ?? ""}`.trimEnd();
  return noLongerThere[kindOfAction[action]];
}

function toFacts({ before, after }: AuditEntry, locale: string | undefined): Facts {
  return {
    before: before ?? {},
    after: after ?? {},
    money: (dollars) => `$${formatDollars(Number(dollars), locale)}`,
  };
}

const longestValue = 60;

const isShort = (value: unknown): boolean =>
  value === null ||
  typeof value === "number" ||
  typeof value === "boolean" ||
  (typeof value === "string" && value.length <= longestValue);

function toWords(value: unknown): string {
  if (value === null || value === "") return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" ? `“${value}”` : `${value}`;
}

const fieldNames: Record<string, string> = {
  availablQuantity: "available quantity",
  change: "pieces",
  packOf: "pack size",
  lowStock: "low-stock threshold",
  replacedBy: "successors",
  fromShelf: "put together from the shelf",
};

/** "minimumQuantity" → "minimum quantity" */
export const nameField = (field: string): string =>
  fieldNames[field] ?? field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function listFields(fields: readonly string[]): string {
  const words = fields.map(nameField);
  const last = words.pop() ?? "";
  return words.length === 0 ? last : `${words.join(", ")} and ${last}`;
}

const countPeople = (many: unknown) => (many === 1 ? "1 person" : `${many} people`);

const count = (many: number, what: string) => (many === 1 ? `1 ${what}` : `${many} ${what}s`);
