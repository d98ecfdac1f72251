import { expect, it } from "vitest";
import { actionCommands, matches, pageCommands } from "./commands.ts";

const find = (text: string) =>
  [...actionCommands, ...pageCommands].filter((command) => matches(command, text));

it.each([
  ["new product", "Add a product"],
  ["create part", "Add a product"],
  ["delivery zone", "Settings of delivery"],
  ["shipping", "Settings of delivery"],
  ["vat", "Settings of tax"],
  ["coupon", "Settings of discounts and prices"],
  ["customers", "People"],
  ["categories", "Part Types"],
  ["logout", "Sign out"],
  ["log out", "Sign out"],
])("finds “%s” under another name: %s", (text, name) => {
  expect(find(text).map((command) => command.name)).toContain(name);
});

it("finds nothing by the middle of a word", () => {
  expect(find("roduct")).toEqual([]);
});
