type Counts = { removed: number; inShop: number };

const mostPercent = 20;

/** Of a whole file. Then whoever applies it types how many. */
export const removesMuch = ({ removed, inShop }: Counts): boolean =>
  inShop > 0 && removed * 100 > inShop * mostPercent;
