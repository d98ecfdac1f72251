import type { StripeCardElement } from "@stripe/stripe-js";
import { useCallback, useEffect, useRef, useState } from "react";

/** The provider's field; it comes and goes with the choice between saved cards and another one. */
export function useCardElement({ isBusy, failure }: { isBusy: boolean; failure?: string }) {
  const [card, setCard] = useState<StripeCardElement>();
  const ready = useRef(Promise.withResolvers<StripeCardElement>());
  const onReady = useCallback((field: StripeCardElement | undefined) => {
    setCard(field);
    if (field) ready.current.resolve(field);
    else ready.current = Promise.withResolvers();
  }, []);

  useEffect(() => {
    card?.update({ disabled: isBusy });
    if (!isBusy && failure) card?.focus();
  }, [card, isBusy, failure]);

  /** The button may be pressed before the field is ready. */
  return { onReady, whenReady: () => ready.current.promise };
}
