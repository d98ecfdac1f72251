import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { knownFaults, withFault } from "./plant-faults.ts";

const proofs = globSync(["proofs/row-*.test.ts", "proofs/attacks-on-controls.ts"]).map((file) =>
  readFileSync(file, "utf8"),
);

it.each([...knownFaults])("the fault %s fits the source, and a proof must find it", (name, all) => {
  const sources = new Map<string, string>();
  for (const fault of all) {
    const source = sources.get(fault.file) ?? readFileSync(fault.file, "utf8");
    sources.set(fault.file, withFault(source, fault));
  }
  expect(sources.size).toBeGreaterThan(0);
  expect(proofs.some((proof) => proof.includes(`"${name}"`))).toBe(true);
});
