// What the server renders, the browser must render alike: nothing follows the locale of a machine.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { listSources, root } from "./read-imports.ts";

const places = ["web", "contract", "server", "emulators", "seed"];

/** Formats without a locale, and the browser's own. */
const followsTheMachine =
  /\.toLocale\w*String\(\s*(\)|undefined|\[\])|\bIntl\.(?!Locale\b)[A-Z]\w+\(\s*(\)|undefined|\[\])|\bnavigator\.languages?\b|\.localeCompare\([^,()]*(\([^()]*\))?[^,()]*\)/g;

/** The country where somebody probably is. */
const allowed = ["web/modules/checkout/delivery-estimate.tsx: navigator.language"];

function findIn(file: string, source: string): string[] {
  return [...source.matchAll(followsTheMachine)].map(([found]) => `${file}: ${found}`);
}

describe("figures and dates", () => {
  it("are nowhere written in the way of the machine", () => {
    const found = listSources(places).flatMap((file) =>
      findIn(file, readFileSync(`${root}/${file}`, "utf8")),
    );
    expect(found).toEqual(allowed);
  });

  it("would be found if they were", () => {
    const faults = [
      "count.toLocaleString()",
      "day.toLocaleDateString(undefined, { dateStyle: 'medium' })",
      "new Intl.NumberFormat()",
      "Intl.DateTimeFormat([])",
      "formatNumber(2, 0, navigator.language)",
      "names.sort((one, other) => one.localeCompare(other))",
      "names.sort((one, other) => one.localeCompare(nameOf(other)))",
    ];
    expect(faults.filter((fault) => findIn("", fault).length !== 1)).toEqual([]);
    expect(findIn("", 'one.localeCompare(other, "en"); count.toLocaleString("en-US")')).toEqual([]);
  });
});
