import { formatCount } from "#web/app/format.tsx";

export const countProducts = (count: number) =>
  count === 1 ? "1 product" : `${formatCount(count)} products`;
