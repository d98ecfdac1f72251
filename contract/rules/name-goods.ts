type Goods = {
  productName: string;
  quantity: number;
  lines: readonly { kind: string }[];
};

/** "2 × Brake Disc", or "Brake Disc and 1 more, 5 pieces": the count is not that of the first part alone. */
export function nameGoods(
  { productName, quantity, lines }: Goods,
  writeCount: (count: number) => string = String,
): string {
  const parts = lines.filter(({ kind }) => kind === "part").length;
  const count = writeCount(quantity);
  return parts > 1 ? `${productName}, ${count} pieces` : `${count} × ${productName}`;
}
