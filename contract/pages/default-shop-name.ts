export const defaultShopName = "Partwright";
