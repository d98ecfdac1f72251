// `npm run vin -- FILE MAKE...` loads cars, and how their VINs are read, from NHTSA's vPIC.
import { existsSync } from "node:fs";
import { loadVpic } from "#server/modules/fitment/vpic/load-vpic.ts";
import { CommandError, runCommand, withShopDatabase } from "./run-command.ts";

const usage =
  "Name the file, and makes that the shop does not have yet: npm run vin -- vPICList_lite.sql Toyota Honda";

runCommand(async () => {
  const [file, ...makes] = process.argv.slice(2);
  if (file === undefined) throw new CommandError(usage);
  if (!existsSync(file)) throw new CommandError(`There is no file ${file}.`);
  const loaded = await withShopDatabase((db) => loadVpic(db, file, makes));
  const { unknown, schemas, unread } = loaded;
  if (unknown.length > 0) {
    const list = unknown.join(", ");
    throw new CommandError(`The file has no cars of ${list}. Nothing was stored.`);
  }
  if (schemas.length === 0) {
    throw new CommandError(`The file has no cars of the shop's makes. ${usage}`);
  }
  const models = [...loaded.makes.values()].flatMap((all) => [...all.values()]);
  const years = models.reduce((sum, { years }) => sum + years.size, 0);
  const patterns = schemas.reduce((sum, one) => sum + one.patterns.length, 0);
  const counted = [
    count(loaded.makes.size, "make"),
    count(models.length, "model"),
    count(years, "model year"),
    `${count(patterns, "pattern")} of VINs`,
  ].join(", ");
  const left =
    unread > 0
      ? ` ${count(unread, "pattern")} of another form ${unread === 1 ? "is" : "are"} left out.`
      : "";
  return `Loaded ${counted}.${left}`;
});

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
