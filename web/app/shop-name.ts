import { createContext, use } from "react";

export const ShopName = createContext("");

export function useShopName(): string {
  return use(ShopName);
}

export function readShopName(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? "";
}

export const ShopLogo = createContext("");

/** Without one, the name is shown. */
export function useShopLogo(): string {
  return use(ShopLogo);
}

export const logoMeta = "shop-logo";

export function readShopLogo(): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${logoMeta}"]`)?.content ?? "";
}
