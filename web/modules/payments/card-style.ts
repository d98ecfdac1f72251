import type { StripeElementStyle } from "@stripe/stripe-js";

/** The card field is a document of the provider's: our colours must be told to it. */
export function cardStyle(): StripeElementStyle {
  const text = themeColour("var(--color-base-content)");
  const faint = themeColour(
    "color-mix(in oklab, var(--color-base-content) 75%, var(--color-base-100))",
  );
  const wrong = themeColour("var(--color-error)");
  return {
    base: {
      color: text,
      iconColor: faint,
      fontFamily: getComputedStyle(document.body).fontFamily,
      // Smaller text makes phones zoom in.
      fontSize: "16px",
      lineHeight: "24px",
      "::placeholder": { color: faint },
      ":disabled": { color: faint },
    },
    invalid: { color: wrong, iconColor: wrong },
  };
}

/** A colour of ours in the oldest way to write it, which every provider understands. */
function themeColour(colour: string): string {
  const probe = document.createElement("span");
  probe.style.color = `color-mix(in srgb, ${colour}, ${colour})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  const parts = /^color\(srgb ([\d.e-]+) ([\d.e-]+) ([\d.e-]+)/.exec(color)?.slice(1);
  return parts ? `rgb(${parts.map(toByte).join(", ")})` : color;
}

function toByte(part: string): number {
  return Math.round(Math.min(1, Math.max(0, Number(part))) * 255);
}
