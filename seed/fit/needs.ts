import type { BodyName, EngineName } from "./facts.ts";

/** As seen by a driver who looks ahead. */
export type Side = "Left" | "Right";

/** What some cars need; all parts of the type that are so fit them. */
export type Need = {
  type: string;
  /** Attributes that a part must have. */
  is: Record<string, string | number>;
  /** Pieces for one position. What a part of its type is needed in, if not said. */
  quantity?: number;
  /** Sets of so many pieces, which have no side; single parts, if not said. */
  packOf?: number;
  /** Where the parts do not say it themselves. */
  position?: string;
  only?: Condition;
  remark?: string;
  heldBecause?: string;
};

/** All that is said must hold. */
export type Condition = {
  makes?: string[];
  models?: string[];
  engines?: EngineName[];
  bodies?: BodyName[];
  gearbox?: "Manual" | "Automatic";
  drive?: "Front wheels" | "All wheels";
  steering?: Side;
  /** Days, both included: 20141031. */
  built?: { from?: number; to?: number };
  serial?: { series: string; from?: number; to?: number };
  /** The key of a look at the car, and its answer. */
  look?: [key: string, answer: "yes" | "no"];
  years?: { from?: number; to?: number };
};

export function need(
  type: string,
  is: Need["is"],
  only?: Condition,
  more: Partial<Need> = {},
): Need {
  return { type, is, ...(only ? { only } : {}), ...more };
}
