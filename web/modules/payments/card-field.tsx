import type { Stripe, StripeCardElement, StripeElementStyle } from "@stripe/stripe-js";
import { CircleAlert } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";

type Props = {
  stripe: Stripe;
  failure: string | undefined;
  /** Called when the field is ready. The functions must stay the same on every render. */
  onReady: (card: StripeCardElement | undefined) => void;
  onChange: () => void;
  onLoadError: () => void;
};

const loadTimeoutMs = 20_000;

/** The provider's own field: the shop never sees the card number. */
export function CardField({ stripe, failure, onReady, onChange, onLoadError }: Props) {
  const id = useId();
  const container = useRef<HTMLDivElement>(null);
  const [isReady, setIsReady] = useState(false);
  const [inputError, setInputError] = useState<string>();

  useEffect(() => {
    if (!container.current) return;
    const card = stripe.elements().create("card", { hidePostalCode: true, style: cardStyle() });
    const timer = setTimeout(onLoadError, loadTimeoutMs);
    card.on("ready", () => {
      clearTimeout(timer);
      setIsReady(true);
      onReady(card);
    });
    card.on("change", ({ error }) => {
      setInputError(error?.message);
      onChange();
    });
    card.on("loaderror", onLoadError);
    card.mount(container.current);

    const dark = matchMedia("(prefers-color-scheme: dark)");
    const updateStyle = () => card.update({ style: cardStyle() });
    dark.addEventListener("change", updateStyle);
    return () => {
      clearTimeout(timer);
      dark.removeEventListener("change", updateStyle);
      onReady(undefined);
      card.destroy();
    };
  }, [stripe, onReady, onChange, onLoadError]);

  const message = inputError ?? failure;
  return (
    <div className="grid gap-1.5">
      {/* The provider focuses its field when this is pressed. */}
      <label id={`${id}label`} htmlFor={id} className="text-sm font-semibold">
        Card
      </label>
      <div className="relative">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend of its own */}
        <div
          ref={container}
          id={id}
          role="group"
          aria-labelledby={`${id}label`}
          aria-describedby={`${id}hint ${id}error`}
          className={`${message ? "border-error" : "border-base-content/50"} min-h-11 rounded-field border bg-base-100 px-3 py-2.5 outline-offset-2 outline-primary focus-within:outline-3`}
        />
        {!isReady && (
          <p role="status" className="absolute inset-0 px-3 py-2.5 text-base-content/75">
            Loading...
          </p>
        )}
      </div>
      <p id={`${id}hint`} className="text-sm text-base-content/75">
        Card details go straight to the card provider; this shop never sees them.
      </p>
      <div id={`${id}error`}>
        {message && (
          <p className="flex items-center gap-1.5 text-sm font-medium text-error">
            <CircleAlert className="size-4 shrink-0" aria-hidden="true" />
            {message}
          </p>
        )}
      </div>
    </div>
  );
}

/** The field is an iframe of the provider, which cannot use the shop's style sheet. */
function cardStyle(): StripeElementStyle {
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

/** As rgb(), which the provider understands in every version. */
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
