import { existsSync, readFileSync } from "node:fs";

const guide = new URL("../../docs/demo-cars.md", import.meta.url);

/** The cells of its table, for the page of the emulator. */
export function readDemoCars(): string[][] {
  if (!existsSync(guide)) return [];
  const lines = readFileSync(guide, "utf8").split("\n");
  return lines
    .filter((line) => line.startsWith("| `"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll("`", "")),
    );
}
