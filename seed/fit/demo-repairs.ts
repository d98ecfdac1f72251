import type { Need, NewRepair, Scope } from "#contract/repairs.ts";
import { storeRepair } from "#server/modules/repairs/store.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";

const line = (type: string, need: Need, scope: Scope, why: string) => ({ type, need, scope, why });

const brakes = (axle: "front" | "rear"): NewRepair => ({
  name: `${axle === "front" ? "Front" : "Rear"} Brakes`,
  slug: `${axle}-brakes`,
  axle,
  note: "Both sides of an axle are done together. Run the new brakes in gently for 200 km.",
  lines: [
    line("brake-discs", "always", "axle", "One new disc beside a worn one pulls to a side."),
    ...(axle === "rear"
      ? [line("brake-drums", "always", "axle", "Where the car has drums in place of discs.")]
      : []),
    line("brake-pads", "always", "axle", "Old pads have the shape of the old disc."),
    line("brake-calipers", "check", "side", "Look whether the piston moves and its boot is whole."),
    line("abs-sensors", "check", "wheel", "They sit in the way and break when they are stuck."),
  ],
});

export const demoRepairs: NewRepair[] = [
  brakes("front"),
  brakes("rear"),
  {
    name: "Timing Belt",
    slug: "timing-belt",
    axle: null,
    note: "Turn the engine by hand twice before you start it.",
    lines: [
      line("timing-belts", "always", "vehicle", "If it breaks, the valves meet the pistons."),
      line("belt-tensioners", "always", "vehicle", "Its bearing has run as long as the belt."),
      line("water-pumps", "advised", "vehicle", "It is behind the same covers."),
      line("v-ribbed-belts", "advised", "vehicle", "It comes off anyway."),
      line("thermostats", "check", "vehicle", "The coolant is drained already."),
    ],
  },
  {
    name: "Clutch",
    slug: "clutch",
    axle: null,
    note: "",
    lines: [
      line("clutch-kits", "always", "vehicle", "Disc, cover and bearing wear together."),
      line("flywheels", "check", "vehicle", "Look for heat cracks and blue spots."),
      line("drive-shafts", "check", "side", "They come out: look at their boots."),
    ],
  },
  {
    name: "Yearly Service",
    slug: "yearly-service",
    axle: null,
    note: "",
    lines: [
      line("oil-filters", "always", "vehicle", "New oil through an old filter is old oil."),
      line("air-filters", "advised", "vehicle", "Every second service at the latest."),
      line("cabin-filters", "advised", "vehicle", "It holds the pollen of a year."),
      line("fuel-filters", "advised", "vehicle", "Every second service."),
      line("spark-plugs", "check", "vehicle", "Measure the gap of one."),
    ],
  },
  {
    name: "Front Shock Absorbers",
    slug: "front-shock-absorbers",
    axle: "front",
    note: "Have the wheels aligned afterwards.",
    lines: [
      line("shock-absorbers", "always", "axle", "The two of an axle must damp alike."),
      line("coil-springs", "check", "axle", "Look at the lowest turn for rust."),
      line("stabiliser-links", "advised", "axle", "They are unscrewed anyway."),
      line("tie-rod-ends", "check", "side", "Feel for play while the wheel is off."),
    ],
  },
];

/** The part types of the demo are there already. */
export async function addDemoRepairs(tx: Queries): Promise<void> {
  for (const repair of demoRepairs) await storeRepair(tx, newId(), repair);
}
