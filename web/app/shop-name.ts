import { createContext, use } from "react";

export const ShopName = createContext("");

export function useShopName(): string {
  return use(ShopName);
}

export function readShopName(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? "";
}
