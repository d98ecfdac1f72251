import type { Term } from "./fit.ts";

type Fact = { key: string; values: readonly { id: number; label: string }[] };

/** "Left, the driver's side", if it is known where the steering wheel is. */
export function describePosition(
  name: string,
  known: readonly Term[],
  facts: readonly Fact[],
): string {
  const term = known.find(({ fact }) => fact === "steering");
  const values = facts.find(({ key }) => key === "steering")?.values ?? [];
  const wheels = term && "any" in term ? term.any : [];
  const wheel = values.find(({ id }) => wheels.length === 1 && id === wheels[0])?.label;
  const side = /\b(left|right)\b/i.exec(name)?.[0];
  if (!wheel || !side) return name;
  const isDrivers = side.toLowerCase() === wheel.toLowerCase();
  return `${name}, the ${isDrivers ? "driver's" : "passenger's"} side`;
}
