// Money is typed in one component, which reads "54,90" as 54.90 and asks about "19,999".
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readMoney, readSignedMoney } from "./money-field.tsx";

const web = join(import.meta.dirname, "..");

const money = /\$["'`)]|\bdollars?\b|\bcents\b|\bprice\b|\bamount\b|\bcredit limit\b/i;
/** What takes text and is not one of the two that read money. */
const otherFields = ["Field", "TextInput", "WholeInput", "PercentInput", "TextArea", "input"];

/** Fields of amounts that people cannot change. */
const onlyShown = [/^<Fixed\b/, /\breadOnly\b/, /type="(hidden|radio|checkbox)"/];

function listFields(source: string): string[] {
  const fields: string[] = [];
  for (const { index } of source.matchAll(new RegExp(`<(?:${otherFields.join("|")})\\b`, "g"))) {
    let depth = 0;
    for (let at = index; at < source.length; at++) {
      if (source[at] === "{") depth++;
      if (source[at] === "}") depth--;
      if (source[at] === ">" && depth === 0 && source[at - 1] !== "=") {
        fields.push(source.slice(index, at + 1));
        break;
      }
    }
  }
  return fields;
}

function findOtherMoney(file: string, source: string): string[] {
  const fields = listFields(source)
    .filter(
      (field) =>
        money.test(field.replace(/price lists?|prices?\./gi, "")) &&
        !onlyShown.some((look) => look.test(field)),
    )
    .map((field) => `${file}: ${field.replace(/\s+/g, " ")}`);
  const reads = /replace\("," ?, ?"\."\)|readPrice\(/.test(source) ? [`${file} reads amounts`] : [];
  return [...fields, ...reads];
}

/** Each with the reason. */
const allowed: Record<string, string> = {
  "modules/catalog/price-cell.tsx reads amounts": "asks in the panel of a cell, by the same rule",
  "modules/catalog/use-add-product.ts reads amounts": "the price of a MoneyField",
  "modules/orders/desk/refund-amount.ts reads amounts": "the amount of a MoneyField",
  "modules/catalog/product/part-inputs.ts reads amounts": "pieces in a pack",
  "modules/catalog/bulk-dialog.tsx reads amounts": "percents",
  "modules/settings/settings-fields.tsx reads amounts": "percents and counts",
};

it("every field in which money is typed is a MoneyField", () => {
  const files = globSync("**/*.{ts,tsx}", { cwd: web }).filter(
    (file) => !file.endsWith(".test.ts") && file !== "app/money-field.tsx",
  );
  const found = files.flatMap((file) =>
    findOtherMoney(file, readFileSync(join(web, file), "utf8")),
  );
  expect(found.sort()).toEqual(Object.keys(allowed).sort());
});

it.each([
  '<Field label="Limit, $" inputMode="decimal" value={limit} onChange={({ target }) => set(target.value)} />',
  '<TextInput label="Price of a piece ($)" value={price} onChange={set} />',
  '<WholeInput label="Up to (cents)" value={upTo} onChange={(upTo) => change({ upTo })} />',
  '<input aria-label="Amount" />',
  'const dollars = Number(text.replace(",", "."));',
])("finds one that is not: %s", (source) => {
  expect(findOtherMoney("form.tsx", source)).toHaveLength(1);
});

it.each([
  ["54,90", { dollars: 54.9 }],
  ["1.250,50", { dollars: 1250.5 }],
  ["19,999", { problem: "Is “19,999” $19.99 or $19,999.00?" }],
  ["", { problem: "Must be a price in dollars, such as 12.50" }],
])("reads %j as %j", (text, reading) => {
  expect(readMoney(text)).toEqual(reading);
});

it.each([
  ["-0,50", { dollars: -0.5 }],
  ["−1.25", { dollars: -1.25 }],
  ["+3", { dollars: 3 }],
  ["-1,250", { problem: expect.stringContaining("$1.25 or $1,250.00") }],
])("reads %j as an amount more or less: %j", (text, reading) => {
  expect(readSignedMoney(text)).toEqual(reading);
});
