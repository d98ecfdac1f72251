import { readFileSync } from "node:fs";

const { scripts } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

const [variable, , ...args]: string[] = scripts.start.split("exec env ")[1].split(" ");

/** Node's arguments and variables of `npm start`. */
export const startArguments = args;
export const startVariables = Object.fromEntries([variable?.split("=") ?? []]);
