import type { ImportCounts, ImportKindName, ImportState } from "#contract/imports.ts";

export const kindNames: Record<ImportKindName, string> = {
  prices: "Prices",
  stock: "Stock",
  parts: "Parts",
  numbers: "Numbers",
  attributes: "Attributes",
  kits: "Kits",
  supersessions: "Successors",
  applications: "Vehicles",
  aliases: "Codes",
  aces: "Vehicles (ACES)",
};

export const kindHints: Record<ImportKindName, string> = {
  prices: "Columns: part, price. “19,99” is understood as 19.99.",
  stock:
    "Columns: part, on_hand: what was counted on the shelf. The difference is booked as a count. Where orders have reserved more, the newest unpaid ones lose what is held for them.",
  parts:
    "Columns: part, and any of name, type, brand, description, minimum_quantity, price, life, pack_of, low_stock, hidden, pictures (one address in a line), further_types (as brake-bolts|wheel-bolts), weight (in grams), bulky, dangerous (yes or no), tax_class, deposit, from_shelf (yes: a kit that is put together when it is ordered). A number that no part has adds a part.",
  numbers:
    "Columns: part, kind (oe, competitor, old or gtin), brand, number, pieces, note. A number that the part does not have is added. A line with “remove” in a further column, action, takes its number away.",
  applications:
    "Columns: part, make, model, year_from, year_to, conditions, position, label, quantity, note, held. Conditions are written as “engine=2.0 T|2.0 D; body!=Wagon; built=2014-11-01..”. An application that the part does not have is added.",
  aliases:
    "Columns: source, code, and what it means: make, model, year (of a BaseVehicle), position (of a Position), or conditions. Without conditions it leaves out no car. Files of vehicles from elsewhere are read by these codes.",
  aces: "An XML file of ACES 3.2, 4.0 to 4.2 or 5.0, up to 512 MB. What its codes mean is imported before, as codes. A file that says FULL takes away what it leaves out of the brand and the types of its parts.",
  kits: "Columns: part (the kit), component, quantity, sold_alone (yes or no). A component that the kit does not have is added. A line with “remove” in a further column, action, takes its component out.",
  supersessions:
    "Columns: part, replaced_by, choice, quantity, merges, both_ways, conditions, since, reason. Parts of one choice are needed together, other choices are alternatives. A part that merges shares one successor with others. Conditions such as built=..2014-12-31 say for which cars it replaces. A line with “remove” in a further column, action, takes its successor away.",
  attributes:
    "Columns: part, attribute, value, unit. Each line is one value of a part. An empty value takes the attribute away from the part.",
};

export const stateNames: Record<ImportState, string> = {
  checking: "Being checked",
  checked: "Checked, not applied",
  applying: "Being applied",
  applied: "Applied",
  undoing: "Being undone",
  undone: "Undone",
};

export const countChanges = (counts: ImportCounts) => counts.new + counts.changed + counts.removed;
