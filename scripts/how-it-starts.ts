import { readFileSync } from "node:fs";

const { scripts } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

/** What `npm start` tells Node, once everything is set up: for who starts the same shop. */
export const startArguments: string[] = scripts.start
  .split("node_modules/.bin/node ")[1]
  .split(" ");
