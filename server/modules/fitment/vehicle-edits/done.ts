import type { Refusal } from "#contract/refusals.ts";
import type { VehicleChange } from "#contract/vehicle-edits.ts";

export type Refused = Refusal<"invalid" | "not-found" | "conflict">;

/** `before` is the change that brings back what was there; none where there was nothing. */
export type Done = {
  make: string;
  model: string;
  before: VehicleChange | undefined;
  after: VehicleChange | undefined;
};
