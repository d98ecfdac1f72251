import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openPageAs } from "#tests/open-page-as.ts";
import { pressButton } from "#tests/page-actions.ts";
import { orderAndPay, sharePayingShop } from "#tests/paying-shop.ts";
import { type SignedIn, signUp, signUpAdmin } from "#tests/people.ts";

const run = promisify(execFile);
const share = sharePayingShop();

const programs = {
  curl: { file: "sh", options: ["-c"], needs: "curl" },
  JavaScript: { file: process.execPath, options: ["--input-type=module", "--eval"], needs: "node" },
  Python: { file: "python3", options: ["-c"], needs: "python3" },
};
type Language = keyof typeof programs;

const isMissing = (program: string) => spawnSync(program, ["--version"]).status !== 0;

/** As a program of its own, with a key of the role that the example names. */
async function runExample(admin: SignedIn, example: Locator, language: Language): Promise<string> {
  const [, role = ""] = /Role of the key: (\S+)\./.exec(await example.innerText()) ?? [];
  const made = await admin.send("POST", "/api/api-keys", { name: role, role: role.toLowerCase() });
  const code = await example.locator("pre").innerText();
  const env = { ...process.env, SHOP_KEY: (made.body as { key: string }).key };
  const { file, options } = programs[language];
  return (await run(file, [...options, code], { env })).stdout;
}

describe.each(Object.keys(programs) as Language[])("examples in %s", (language) => {
  const { needs } = programs[language];
  const title = "each runs as it is shown, with a key of the role that it names";
  it.skipIf(isMissing(needs))(title, async () => {
    const shop = await share();
    const [admin, vera] = [await signUpAdmin(shop), await signUp(shop)];
    const order = await orderAndPay(shop, vera);
    const page = await openPageAs(shop, admin, "/dashboard/examples");
    await page.getByText(language, { exact: true }).click();
    const examples = page.getByRole("region").filter({ hasText: "Role of the key" });
    await expect.poll(() => examples.count()).toBe(7);
    const said = new Map<string, string>();
    for (const example of await examples.all()) {
      const title = await example.getByRole("heading").innerText();
      said.set(title, await runExample(admin, example, language));
    }
    expect([...said.keys()].filter((title) => !said.get(title))).toEqual([]);
    expect(said.get("Book a delivery into the stock")).toMatch(/"?change"?: ?1/);
    expect(said.get("List what is to ship")).toContain(order._id);
    expect(said.get("Pack a paid order")).toMatch(/"?state"?: ?["']packed/);
    await pressButton(page, "Run it here: List what is to ship");
    await page.getByText(`"_id": "${order._id}"`).waitFor();
  });
});
