// Copies of the shop's source with known faults in them. Each proof shows that it fails on such a copy.
import { readFileSync } from "node:fs";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { onEnd } from "#tests/on-end.ts";

/** `text` must stand in the file exactly once; in the replacement, `$&` is the text itself. */
type Fault = { file: string; text: string; replacement: string };

/** Of faults.txt, by name. */
export const knownFaults = new Map(
  readFileSync(join(import.meta.dirname, "faults.txt"), "utf8")
    .split(/^# /m)
    .slice(1)
    .map((block) => [/^\w+/.exec(block)?.[0] ?? "", faultsIn(block)]),
);

function faultsIn(block: string): Fault[] {
  const [, ...lines] = block.split("\n");
  const unread = lines.find((line) => line && !/^[+-]|^[\w/-]+\.ts$/.test(line));
  if (unread) throw new Error(`Neither a file nor a line that changes: ${unread}`);
  let file = "";
  const joined = (lines = "") => lines.replace(/\n$/, "").replace(/^[+-]/gm, "");
  const changes = block.matchAll(/(?:^([\w/-]+\.ts)\n)?((?:^-.*\n)+)((?:^\+.*\n)+)/gm);
  return [...changes].map(([, path, removed, added]) => {
    if (path) file = path.startsWith("contract/") ? path : `server/${path}`;
    return { file, text: joined(removed), replacement: joined(added) };
  });
}

const copied = ["contract", "emulators", "scripts", "seed", "server", "package.json"];
const linked = ["dist", "node_modules"];

/** Copies what the shop consists of, and `further`. */
export async function plantFaults(
  names: readonly string[],
  further: readonly string[] = [],
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "shop with fault "));
  onEnd(() => rm(folder, { recursive: true, force: true }));
  for (const name of [...copied, ...further])
    await cp(name, join(folder, name), { recursive: true });
  for (const name of linked) await symlink(resolve(name), join(folder, name));
  for (const name of names) {
    const faults = knownFaults.get(name);
    if (!faults) throw new Error(`There is no fault named ${name}`);
    for (const fault of faults) {
      const file = join(folder, fault.file);
      await writeFile(file, withFault(await readFile(file, "utf8"), fault));
    }
  }
  return folder;
}

export function withFault(source: string, { file, text, replacement }: Fault): string {
  const [before, after, ...more] = source.split(text);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(
      `The fault does not fit ${file}: its text must be there exactly once:\n${text}`,
    );
  }
  return before + replacement.replaceAll("$&", () => text) + after;
}
