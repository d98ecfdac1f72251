import type { StripeElementStyle } from "@stripe/stripe-js";

/** The style sheet's variables and the values that they accept. */
const wishes: [
  variable: string,
  property: string,
  of: (style: StripeElementStyle) => string | number | undefined,
][] = [
  ["--ink", "color", ({ base }) => base?.color],
  ["--ground", "background-color", ({ base }) => base?.backgroundColor],
  ["--font", "font-family", ({ base }) => base?.fontFamily],
  ["--size", "font-size", ({ base }) => base?.fontSize],
  ["--weight", "font-weight", ({ base }) => base?.fontWeight],
  ["--line", "line-height", ({ base }) => base?.lineHeight],
  ["--spacing", "letter-spacing", ({ base }) => base?.letterSpacing],
  ["--padding", "padding", ({ base }) => base?.padding],
  ["--icon", "color", ({ base }) => base?.iconColor],
  ["--quiet", "color", ({ base }) => base?.["::placeholder"]?.color],
  ["--focused", "color", ({ base }) => base?.[":focus"]?.color],
  ["--complete", "color", ({ complete }) => complete?.color],
  ["--wrong", "color", ({ invalid }) => invalid?.color],
  ["--wrong-icon", "color", ({ invalid }) => invalid?.iconColor],
];

export function applyStyle(style: StripeElementStyle): void {
  const root = document.documentElement.style;
  for (const [variable, property, of] of wishes) {
    const value = String(of(style) ?? "");
    if (value !== "" && CSS.supports(property, value)) root.setProperty(variable, value);
    else root.removeProperty(variable);
  }
}
