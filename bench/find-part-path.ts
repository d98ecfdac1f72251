import type { Part } from "#contract/catalog.ts";
import { partPath } from "#contract/rules/part-path.ts";

/** Of the page of the newest part. */
export async function findPartPath({ url }: { url: string }): Promise<string> {
  const response = await fetch(`${url}/api/parts?newest=1`);
  const [part] = (await response.json()) as Part[];
  if (!part) throw new Error("There is no part");
  return partPath(part);
}
