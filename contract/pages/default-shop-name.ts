/** What the shop is called where its configuration does not say otherwise (SHOP_NAME). */
export const defaultShopName = "Partwright";
