export const shopName = "Partwright";
