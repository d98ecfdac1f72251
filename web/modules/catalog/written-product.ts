// A product as it stands in the form, where everything is text, and as it is sent.
import type { NewPart } from "#contract/parts.ts";

export type Product = {
  name: string;
  img: string;
  description: string;
  minimumQuantity: string;
  availablQuantity: string;
  price: string;
  /** Under which it is sent; kept with the rest until it is known to be added. */
  key: string;
};

export const shownNames = [
  "name",
  "img",
  "description",
  "minimumQuantity",
  "availablQuantity",
  "price",
] as const;
export const productNames = [...shownNames, "key"] as const;

export const emptyProduct: Product = {
  name: "",
  img: "",
  description: "",
  minimumQuantity: "",
  availablQuantity: "",
  price: "",
  key: "",
};

export function partOf({ minimumQuantity, availablQuantity, price, ...texts }: Product): NewPart {
  return {
    ...texts,
    minimumQuantity: numberIn(minimumQuantity),
    availablQuantity: numberIn(availablQuantity),
    price: numberIn(price),
  };
}

/** What is no number travels as null, and is refused by its name. */
export function numberIn(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text);
}
