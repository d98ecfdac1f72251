export function browserName(agent: string): string {
  const browser = firstIn(agent, browsers) ?? "Unknown browser";
  const system = firstIn(agent, systems);
  return system ? `${browser} on ${system}` : browser;
}

export function isPhone(agent: string): boolean {
  return /iPhone|Android.*Mobile/.test(agent);
}

// User agents contain the names of other browsers, so the most specific come first.
const browsers: Record<string, RegExp> = {
  Edge: /\bEdg(e|A|iOS)?\//,
  Opera: /\b(OPR|OPT|OPX)\//,
  "Samsung Internet": /\bSamsungBrowser\//,
  Firefox: /\b(Firefox|FxiOS)\//,
  Chrome: /(Chrome|CriOS|Chromium)\//,
  Safari: /\bSafari\//,
};

const systems: Record<string, RegExp> = {
  iPhone: /\biPhone\b/,
  iPad: /\biPad\b/,
  Android: /\bAndroid\b/,
  Windows: /\bWindows\b/,
  ChromeOS: /\bCrOS\b/,
  Mac: /\bMac(intosh| OS X)\b/,
  Linux: /\bLinux\b/,
};

function firstIn(agent: string, names: Record<string, RegExp>): string | undefined {
  return Object.keys(names).find((name) => names[name]?.test(agent));
}

/** "Chrome on Linux", or "Chrome on Linux 2" where that is the name of another. */
export function findUnusedName(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name;
  let number = 2;
  while (taken.includes(`${name} ${number}`)) number++;
  return `${name} ${number}`;
}
