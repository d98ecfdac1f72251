import { toSlug } from "#contract/rules/part-path.ts";
import type { NewVinSchema } from "#server/modules/fitment/add-vin-rules.ts";
import { bodySigns, engineSigns } from "./demo-vins.ts";
import { type DemoModel, demoModels, makers } from "./models.ts";

/** A schema for each make, and two for cars whose VINs leave their model open. */
export function demoVinRules(): NewVinSchema[] {
  const own = Object.entries(makers).map(([make, { wmi, hasCheckDigit }], at) => ({
    id: at + 1,
    name: `${make} from 2004`,
    wmi,
    hasCheckDigit,
    years: [2004, 2026] as [number, number],
    patterns: demoModels.filter((model) => model.make === make).flatMap(patternsOf),
  }));
  const exported = ["Marlow", "Selden"].map((name, at) => ({
    id: own.length + at + 1,
    name: `Corvane ${name} for export`,
    wmi: "AX1",
    hasCheckDigit: true,
    years: [2009, 2012] as [number, number],
    patterns: [{ pattern: "X1", says: "model", value: `corvane/${toSlug(name)}` }],
  }));
  return [...own, ...exported];
}

function patternsOf({ make, name, code, bodies, engines, unknown }: DemoModel) {
  const model = { pattern: code, says: "model", value: `${toSlug(make)}/${toSlug(name)}` };
  const isCoded = makers[make]?.hasCheckDigit && !unknown?.facts.includes("engine");
  if (!isCoded) return [model];
  return [
    model,
    { pattern: code, says: "serial", value: "11" },
    ...bodies.map((body) => ({
      pattern: `${code}${bodySigns[body]}`,
      says: "body",
      value: toSlug(body),
    })),
    ...engines.map(({ engine }) => ({
      pattern: `${code}**${engineSigns[engine]}`,
      says: "engine",
      value: toSlug(engine),
    })),
  ];
}
