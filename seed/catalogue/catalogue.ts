import { announcedParts } from "./announced-parts.ts";
import { brakeAndFilterParts } from "./brake-and-filter-parts.ts";
import type { CatalogueEntry } from "./catalogue-entry.ts";
import { chassisAndElectricalParts } from "./chassis-and-electrical-parts.ts";
import { engineParts } from "./engine-parts.ts";
import { kits } from "./kits.ts";
import { newerParts } from "./newer-parts.ts";
import { olderParts } from "./older-parts.ts";
import { supersededParts } from "./superseded-parts.ts";

/** Those that a shop shows as its newest stay the newest. */
const newestCount = 9;

// Oldest first: the last six are the ones the home page shows first.
export const catalogue: CatalogueEntry[] = [
  ...olderParts,
  ...newerParts.slice(0, -newestCount),
  ...supersededParts,
  ...kits,
  ...brakeAndFilterParts,
  ...engineParts,
  ...chassisAndElectricalParts,
  ...announcedParts,
  ...newerParts.slice(-newestCount),
];
