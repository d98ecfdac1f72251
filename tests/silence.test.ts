// The checks that every test ends with can fail.
import { connect } from "node:net";
import { expect, it } from "vitest";
import { complaintsSoFar, expectComplaint } from "./silence.ts";

it("hears what is complained on the console", () => {
  expectComplaint(/careful/);
  console.warn("careful", 1);
  console.error(new Error("careful"));
  expect(complaintsSoFar()).toEqual(["careful 1", expect.stringContaining("Error: careful")]);
});

it("hears of connections to elsewhere, and makes none", async () => {
  expectComplaint(/192\.0\.2\.1|nowhere\.invalid/);
  expect(() => connect(80, "192.0.2.1")).toThrow("this machine only");
  await expect(fetch("http://nowhere.invalid/")).rejects.toThrow();
  expect(complaintsSoFar()).toHaveLength(2);
});
