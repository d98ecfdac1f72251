// Counts lines and words of comments, so that the size of the product can be compared over time:
// `npm run count`, or `npm run count -- COMMIT` for an earlier state.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { parseSync } from "vite";

const product = ["contract", "server", "web"];
/** Neither product nor checks; printed, so that code cannot disappear by moving it. */
const others = ["tools", "seed", "scripts"];
/** Earlier names of the folders included. */
const checks = ["tests", "proofs", "drills", "bench", "emulators", "stand-ins"];

type Count = { files: number; lines: number; commentWords: number };

/** All code files of a commit, or of the work tree. */
function listFiles(commit?: string): string[] {
  const command = commit ? ["ls-tree", "-r", "--name-only", commit] : ["ls-files"];
  const files = execFileSync("git", command, { encoding: "utf8" }).split("\n");
  return files.filter((file) => /\.(ts|tsx|mjs)$/.test(file));
}

function read(file: string, commit?: string): string {
  if (!commit) return readFileSync(file, "utf8");
  return execFileSync("git", ["show", `${commit}:${file}`], { encoding: "utf8" });
}

export function countText(file: string, text: string): Omit<Count, "files"> {
  const { comments } = parseSync(file, text);
  const words = comments.flatMap(({ value }) => value.split(/\s+/).filter(Boolean));
  return { lines: text.split("\n").length - 1, commentWords: words.length };
}

function count(files: string[], commit?: string): Count {
  const total = { files: files.length, lines: 0, commentWords: 0 };
  for (const file of files) {
    const { lines, commentWords } = countText(file, read(file, commit));
    total.lines += lines;
    total.commentWords += commentWords;
  }
  return total;
}

function isIn(folders: string[]): (file: string) => boolean {
  return (file) => folders.includes(file.split("/")[0] ?? "");
}

const isTest = (file: string) => file.includes(".test.");

if (import.meta.main) {
  const commit = process.argv[2];
  const files = listFiles(commit);
  const inProduct = files.filter(isIn(product));
  const productFiles = inProduct.filter((file) => !isTest(file));
  const checkFiles = [...inProduct.filter(isTest), ...files.filter(isIn(checks))];
  const total = count(productFiles, commit);
  const checkTotal = count(checkFiles, commit);
  console.table({
    "product (contract, server, web)": total,
    ...Object.fromEntries(
      others.map((folder) => [folder, count(files.filter(isIn([folder])), commit)]),
    ),
    "tests, proofs, bench, emulators": checkTotal,
  });
  console.log(
    `${(checkTotal.lines / total.lines).toFixed(2)} lines of checks for each line of product`,
  );
}
