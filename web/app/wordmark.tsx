import { useShopLogo, useShopName } from "./shop-name.ts";

/** The same drawing is web/public/favicon.svg. */
export function Mark() {
  return (
    <svg
      viewBox="0 0 32 32"
      fill="none"
      className="size-[min(2rem,40px)] shrink-0"
      aria-hidden="true"
    >
      <path d="M27.49 15.6A11.5 11.5 0 1 1 16.4 4.51" stroke="currentColor" strokeWidth="3.5" />
      <circle cx="16" cy="16" r="4" stroke="currentColor" strokeWidth="3" />
      <path d="M18.6 4.8A11.5 11.5 0 0 1 27.2 13.4" className="stroke-primary" strokeWidth="7.5" />
    </svg>
  );
}

export function Wordmark() {
  const name = useShopName();
  const logo = useShopLogo();
  if (logo) {
    // The link around it says the name.
    const src = logo.replace(/\/960\.webp$/, "/320.webp");
    return <img src={src} alt="" className="h-11 w-auto max-w-full object-contain object-left" />;
  }
  // Part of a logo: it does not grow into the page's place with the letters of the browser.
  const size =
    name.length > 28
      ? "text-[min(0.875rem,18px)]"
      : name.length > 14
        ? "text-[min(1rem,20px)]"
        : "text-[min(1.25rem,26px)]";
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Mark />
      <span
        className={`${size} line-clamp-2 min-w-0 font-display leading-tight font-bold tracking-tight wrap-anywhere`}
      >
        {name}
      </span>
    </span>
  );
}
