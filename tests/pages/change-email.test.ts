import { expect, it } from "vitest";
import { openPageAs } from "#tests/open-page-as.ts";
import type { OpenShop } from "#tests/open-shop.ts";
import { readLetters } from "#tests/outbox.ts";
import { fillFields, pressButton } from "#tests/page-actions.ts";
import { signUp } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

const linksIn = async (shop: OpenShop): Promise<string[]> =>
  (await readLetters(shop)).flatMap(
    (letter) => /http\S+\/change-email#token=[\w-]+/.exec(letter)?.[0] ?? [],
  );

it("the e-mail changes once the links in both letters were opened", async () => {
  const shop = await emptyShop();
  const vera = await signUp(shop);
  const page = await openPageAs(shop, vera, "/dashboard/security");
  await fillFields(page, { "New e-mail": "vera.new@example.com" });
  await pressButton(page, "Change e-mail");
  await page.getByText("vera.new@example.com: waiting for its link").waitFor();
  await expect.poll(() => linksIn(shop)).toHaveLength(2);
  const [first = "", second = ""] = await linksIn(shop);
  await page.goto(first);
  await pressButton(page, "Confirm this e-mail");
  await page.getByText("Now open the link in our letter to your other address.").waitFor();
  await page.goto(second);
  await pressButton(page, "Confirm this e-mail");
  await page.getByText("Your e-mail is changed.").waitFor();
  // This browser stays signed in.
  await page.getByRole("link", { name: "Go to Sign-in and security" }).click();
  await page.getByText("vera.new@example.com", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Change e-mail" }).waitFor();
});
