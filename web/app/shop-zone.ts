// Days and times are those of the shop, as in its e-mails and documents. The head of each page names
// its time zone.

export const zoneMeta = "time-zone";

let zone = "UTC";

export const shopZone = (): string => zone;

export function setShopZone(next: string): void {
  zone = next;
}

export function readShopZone(): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${zoneMeta}"]`)?.content ?? zone;
}
