// What the shop is called: the server says it to the renderer, and the page to the browser.
import { createContext, use } from "react";

export const ShopName = createContext("");

export function useShopName(): string {
  return use(ShopName);
}

export function readShopName(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? "";
}
