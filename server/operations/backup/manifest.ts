// A backup is a tar file: this manifest, a file for each table, then the pictures.
import * as z from "zod/mini";

export const manifestFile = "manifest.json";
export const tableFile = (name: string) => `tables/${name}.copy.gz`;

/** Increased when older versions cannot read it. */
const format = 1;

const name = z.string().check(z.regex(/^[a-z_][a-z0-9_]*$/));

export const manifestSchema = z.object({
  format: z.literal(format, "It was made by a newer version of the shop"),
  at: z.string(),
  migrations: z.array(z.object({ hash: z.string(), at: z.number() })),
  tables: z.array(z.object({ name, columns: z.array(name), rows: z.number() })),
  pictures: z.number(),
  picturesAt: z.optional(z.string()),
});
export type Manifest = z.output<typeof manifestSchema>;
export type TableCopy = Manifest["tables"][number];

export function createManifest(rest: Omit<Manifest, "format" | "at">): Manifest {
  return { format, at: new Date().toISOString(), ...rest };
}
