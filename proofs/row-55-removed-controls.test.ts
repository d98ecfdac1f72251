// Row 55: controls that no other proof tries, each taken away: what it forbids must succeed then.
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { attacks } from "./attacks-on-controls.ts";
import { beyondNpmTest, report } from "./report.ts";
import { type Shop, startShop } from "./start-shop.ts";

describe("row 55: removed controls", () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShop({ expectedComplaints: /./, env: { PROXIES: "" } });
  }, 120_000);

  beyondNpmTest.each(attacks)("forbids what $fault would allow", async ({ attack }) => {
    expect(await attack(shop)).toBe(false);
  });

  beyondNpmTest("are each missed when they are taken away", async () => {
    const faulty = await startShop({
      expectedComplaints: /./,
      env: { PROXIES: "" },
      isUnchecked: true,
      faults: attacks.map(({ fault }) => fault),
    });
    const unnoticed: string[] = [];
    for (const { fault, attack } of attacks) {
      if (!(await attack(faulty))) unnoticed.push(fault);
    }
    report({
      check: "controls of ASVS taken away, all in one copy",
      target: "each is missed by a test",
      figure: `${attacks.length} controls here`,
      faults: unnoticed,
    });
  });
});

it("each control in the table of removed controls has its fault, and a proof that plants it", () => {
  const table = readFileSync("security/removed-controls.md", "utf8");
  const rows = [...table.matchAll(/^\| ([\d., ]+) \| .+ \| `(\w+)` \| `([\w./-]+)` \|$/gm)];
  const faults = readFileSync("proofs/faults.txt", "utf8");
  const wrong = rows.flatMap(([, , fault = "", file = ""]) => [
    ...(new RegExp(`^# ${fault}\\b`, "m").test(faults) ? [] : [`There is no fault ${fault}`]),
    ...(readFileSync(file, "utf8").includes(`"${fault}"`)
      ? []
      : [`${file} does not plant ${fault}`]),
  ]);
  expect(wrong).toEqual([]);
  expect(rows.length).toBeGreaterThanOrEqual(30);
  const named = rows.map(([, requirement, fault]) => ({ fault, requirement }));
  expect(named).toEqual(
    expect.arrayContaining(attacks.map(({ fault, requirement }) => ({ fault, requirement }))),
  );
});
