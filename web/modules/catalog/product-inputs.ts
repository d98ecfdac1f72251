import type { NewPart } from "#contract/catalog.ts";

export type ProductInputs = {
  name: string;
  img: string;
  description: string;
  minimumQuantity: string;
  availablQuantity: string;
  price: string;
  /** The idempotency key, stored with the draft until the product is added. */
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

/** NaN travels as null, and the server rejects the field. */
export function parseNumber(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text);
}
