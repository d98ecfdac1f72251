import { expect, it } from "vitest";
import { openPage } from "#tests/open-page.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

it("/blog leads from the list of questions to each answer", async () => {
  const { url } = await emptyShop();
  const page = await openPage(`${url}/blog`);
  const question = "What is a closure?";
  await page.getByRole("link", { name: question }).click();
  await page.waitForURL(`${url}/blog#closures`);
  await expect
    .poll(() =>
      page.getByRole("heading", { name: question }).evaluate((heading) => {
        const { top, bottom } = heading.getBoundingClientRect();
        return top > 0 && bottom < innerHeight / 2;
      }),
    )
    .toBe(true);
});
