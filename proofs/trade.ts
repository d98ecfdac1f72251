// A shop with people who buy, for the proofs about money and stock.
import { addPart, dropLetters } from "./orders.ts";
import { signUpMany } from "./people.ts";
import { type Options, startShop } from "./start-shop.ts";

type Trading = Options & { buyerCount: number; part?: Parameters<typeof addPart>[1] };

/** Its webhooks are held back, and letters are not sent: they would be most of what a proof does. */
export async function openTrade({ buyerCount, part, ...options }: Trading) {
  const shop = await startShop(options);
  shop.cards.faults({ webhooks: "hold" });
  await dropLetters(shop);
  return { shop, part: await addPart(shop, part), buyers: await signUpMany(shop, buyerCount) };
}

/** At most a hundred at a shop: the provider's records are read from the beginning each time. */
export async function inBatches(
  total: number,
  findFaults: (count: number) => Promise<string[]>,
): Promise<string[]> {
  const faults: string[] = [];
  for (let left = total; left > 0; left -= 100) {
    faults.push(...(await findFaults(Math.min(left, 100))));
  }
  return faults;
}
