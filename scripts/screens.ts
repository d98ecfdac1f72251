// `npm run screens`: a picture of every screen, in both themes and three widths, and a page with
// all of them: screens/index.html. With words after `--`, only screens whose names have one of
// them: npm run screens -- payment login
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const { status } = spawnSync(process.execPath, ["node_modules/vitest/vitest.mjs", "run"], {
  stdio: "inherit",
  // The test runner provides browser and database.
  env: { ...process.env, SCREENS: process.argv.slice(2).join(" ") || " " },
});
if (status === 0) console.log("\nLook at screens/index.html");
process.exit(status ?? 1);
