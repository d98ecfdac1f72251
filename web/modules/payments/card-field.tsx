import type { Stripe, StripeCardElement } from "@stripe/stripe-js";
import { CircleAlert } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { cardStyle } from "./card-style.ts";

type Props = {
  stripe: Stripe;
  /** What the last try came to; what is wrong with the digits, the field says itself. */
  failure: string | undefined;
  /** Called with the field as soon as it can be used. All of these stay the same functions. */
  onReady: (card: StripeCardElement | undefined) => void;
  onChange: () => void;
  onLoadError: () => void;
};

const patience = 20_000;

/** The provider's own field in our page: what is typed in it, we never see. */
export function CardField({ stripe, failure, onReady, onChange, onLoadError }: Props) {
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const [isReady, setIsReady] = useState(false);
  const [wrong, setWrong] = useState<string>();

  useEffect(() => {
    if (!place.current) return;
    const card = stripe.elements().create("card", { hidePostalCode: true, style: cardStyle() });
    const timer = setTimeout(onLoadError, patience);
    card.on("ready", () => {
      clearTimeout(timer);
      setIsReady(true);
      onReady(card);
    });
    card.on("change", ({ error }) => {
      setWrong(error?.message);
      onChange();
    });
    card.on("loaderror", onLoadError);
    card.mount(place.current);

    const dark = matchMedia("(prefers-color-scheme: dark)");
    const follow = () => card.update({ style: cardStyle() });
    dark.addEventListener("change", follow);
    return () => {
      clearTimeout(timer);
      dark.removeEventListener("change", follow);
      onReady(undefined);
      card.destroy();
    };
  }, [stripe, onReady, onChange, onLoadError]);

  const message = wrong ?? failure;
  return (
    <div className="grid gap-1.5">
      {/* The provider gives the focus to its field when this is pressed. */}
      <label id={`${id}label`} htmlFor={id} className="text-sm font-semibold">
        Card
      </label>
      <div className="relative">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend of its own */}
        <div
          ref={place}
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
