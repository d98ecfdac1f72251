type Counts = { removed: number; inShop: number };

const mostPercent = 20;

/** Then whoever applies it types how many. */
export const removesMuch = ({ removed, inShop }: Counts): boolean =>
  removed * 100 > inShop * mostPercent;
