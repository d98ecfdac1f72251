// A product as it stands in the form, where everything is text, and as it is sent.
import type { NewPart } from "#contract/catalog.ts";

export type ProductInputs = {
  name: string;
  img: string;
  description: string;
  minimumQuantity: string;
  availablQuantity: string;
  price: string;
  /** Under which it is sent; kept with the rest until it is known to be added. */
  key: string;
};

export const productFieldNames = [
  "name",
  "img",
  "description",
  "minimumQuantity",
  "availablQuantity",
  "price",
] as const;
export const productInputNames = [...productFieldNames, "key"] as const;

export const emptyProductInputs: ProductInputs = {
  name: "",
  img: "",
  description: "",
  minimumQuantity: "",
  availablQuantity: "",
  price: "",
  key: "",
};

export function toNewPart({
  minimumQuantity,
  availablQuantity,
  price,
  ...texts
}: ProductInputs): NewPart {
  return {
    ...texts,
    minimumQuantity: parseNumber(minimumQuantity),
    availablQuantity: parseNumber(availablQuantity),
    price: parseNumber(price),
  };
}

/** What is no number travels as null, and is refused by its name. */
export function parseNumber(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text);
}
