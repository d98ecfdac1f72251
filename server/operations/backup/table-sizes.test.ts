// A table of any size is backed up whole and comes back the same. Row 42 of the proofs takes 31 sizes.
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { aPart } from "#seed/builders.ts";
import { addParts } from "#server/modules/catalog/add-parts.ts";
import { listParts } from "#server/modules/catalog/list-parts.ts";
import { connect } from "#server/platform/database/connect.ts";
import { createBareDatabase, createDatabase } from "#tests/create-database.ts";
import { makeDataDir } from "#tests/start-program.ts";
import { restoreBackup } from "./restore-backup.ts";
import { writeBackup } from "./write-backup.ts";

function open(url: string) {
  const connection = connect(url, { most: 1 });
  onTestFinished(connection.close);
  return connection;
}

it.each([1, 1_000, 1_900, 2_300, 5_700])("%i rows", async (many) => {
  const shop = open(await createDatabase());
  await addParts(
    shop.db,
    Array.from({ length: many }, (_, at) => aPart({ name: `Part ${at}` })),
  );
  const [file, dataDir] = [join(await makeDataDir("backups "), "shop.tar"), await makeDataDir()];
  const { tables } = await writeBackup({ ...shop, dataDir }, file);
  expect(tables).toContainEqual(expect.objectContaining({ name: "parts", rows: many }));
  const url = await createBareDatabase();
  const restored = open(url);
  await restoreBackup({ ...restored, url, dataDir }, file);
  expect(await listParts(restored.db, {})).toEqual(await listParts(shop.db, {}));
});
