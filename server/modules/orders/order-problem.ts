import type { NewOrder } from "#contract/orders.ts";
import { type Refusal, refuse } from "#contract/refusals.ts";
import { formatCents, multiplyCents } from "#contract/rules/money.ts";
import { isAllowedQuantity, nothingToOrder, quantityLimits } from "#contract/rules/quantity.ts";
import type { OrderablePart } from "#server/modules/catalog/find-orderable-part.ts";

export const noSuchPart = refuse("not-found", "There is no such part. It may have been removed.");

type Input = { totalCents: number; body: NewOrder };
type Part = Omit<OrderablePart, "id"> & { availablQuantity: number };

export function orderProblem(
  part: Part | undefined,
  { totalCents, body: { productName, quantity } }: Input,
): Refusal<"not-found" | "conflict"> | undefined {
  if (!part) return noSuchPart;
  if (part.name !== productName) {
    return refuse("conflict", `This part is called ${part.name} now. Please look again.`, {
      productName: "Is not the name of this part",
    });
  }
  if (part.inKitsOnly) return refuse("conflict", "This part is sold in kits only. See its page.");
  const outside = quantityProblem(part, quantity);
  if (outside) return refuse("conflict", outside, { quantity: outside });
  if (multiplyCents(part.priceCents, quantity) === totalCents) return undefined;
  const price = `$${formatCents(part.priceCents)}`;
  const total = `$${formatCents(multiplyCents(part.priceCents, quantity))}`;
  const message = `The price has changed to ${price}: the total is now ${total}. Please look again.`;
  return refuse("conflict", message, { totalPrice: `Is ${total} now` });
}

function quantityProblem(
  part: Pick<Part, "minimumQuantity" | "availablQuantity">,
  quantity: number,
): string | undefined {
  const { min, max } = quantityLimits(part);
  if (isAllowedQuantity(quantity, part)) return undefined;
  if (min > max) return nothingToOrder(part);
  const left = `Only ${part.availablQuantity} ${part.availablQuantity === 1 ? "is" : "are"} left`;
  return quantity > max
    ? `${left}; the most you can order is ${max}. The least is ${min}.`
    : `The least you can order is ${min}. The most is ${max}.`;
}
