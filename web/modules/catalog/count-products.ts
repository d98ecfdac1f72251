import { plural } from "#web/app/format.tsx";

export const countProducts = (count: number) => plural(count, "product");
