// Row 41: connections die between two statements, by the test that `npm test` runs a few times.
import { describe } from "vitest";
import { beyondNpmTest, control, full, report } from "./report.ts";
import { expectMissed, runTests } from "./run-tests.ts";

const schedules = full ? Number(process.env.SCHEDULES ?? 10_000) : 20;

describe("row 41: dying connections", () => {
  beyondNpmTest("end their own transaction and touch no other", async () => {
    await runTests("database/transactions", { SCHEDULES: String(schedules) });
    report({
      check: "a connection dies between two statements while another transaction waits",
      target: "10,000 schedules: nothing of the dead one is stored, nothing runs elsewhere",
      figure: `${schedules} schedules`,
    });
  });

  control("is found where what a transaction did before it failed is committed", () =>
    expectMissed("commitFailed", "database/transactions", { SCHEDULES: "20" }),
  );
});
