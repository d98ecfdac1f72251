// Figures as people read them. In American English, in which pages are rendered for everyone, they
// are written by hand: a browser needs longer to learn how a language writes them than a page takes.

/** Kept, for to make one takes thirty times as long as to use it. */
const formats = new Map<string, Intl.NumberFormat>();

/** 1234550, 0 → "1,234,550"; 12345.5, 2 → "12,345.50". */
export function formatNumber(value: number, decimals: number, locale = "en-US"): string {
  if (locale !== "en-US" || value < 0) return formatOf(locale, decimals).format(value);
  const [whole = "", rest] = value.toFixed(decimals).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return rest ? `${grouped}.${rest}` : grouped;
}

function formatOf(locale: string, decimals: number): Intl.NumberFormat {
  const key = `${locale} ${decimals}`;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, digits);
  formats.set(key, format);
  return format;
}
