import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { faults } from "./faults.ts";
import { withFault } from "./plant-fault.ts";

it.each(Object.entries(faults))("the fault %s fits the source", (_, planted) => {
  const sources = new Map<string, string>();
  for (const fault of planted) {
    const source = sources.get(fault.file) ?? readFileSync(fault.file, "utf8");
    sources.set(fault.file, withFault(source, fault));
  }
  expect(sources.size).toBeGreaterThan(0);
});
