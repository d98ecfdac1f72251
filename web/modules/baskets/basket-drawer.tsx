import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { FormError } from "#web/ui/field.tsx";
import { InlineLoading, LoadFailed } from "#web/ui/placeholder.tsx";
import { BasketLines } from "./basket-lines.tsx";
import { BasketSummary } from "./basket-summary.tsx";
import { useBasket } from "./calls.ts";
import { setDrawerOpen } from "./drawer-state.ts";
import { useBasketChanges } from "./use-basket-changes.ts";

type Props = { user: { _id: string } | null | undefined };

export function BasketDrawer({ user }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { pathname } = useLocation();
  const opened = useRef(pathname);
  const { data: basket, error, refetch } = useBasket(user);
  const changes = useBasketChanges(user?._id);

  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  useEffect(() => {
    if (opened.current !== pathname) setDrawerOpen(false);
  }, [pathname]);

  const ordered = basket?.lines.filter(({ saved }) => !saved) ?? [];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard it is left with Escape
    <dialog
      ref={dialog}
      aria-labelledby="drawer-title"
      className="ms-auto me-0 h-dvh max-h-none w-full max-w-[30rem] border-s border-base-300 bg-base-100 text-base-content backdrop:bg-neutral/60"
      onCancel={(event) => {
        event.preventDefault();
        setDrawerOpen(false);
      }}
      onClick={(event) => event.target === event.currentTarget && setDrawerOpen(false)}
    >
      <div className="flex h-full flex-col">
        <div className="flex items-center justify-between border-b border-base-300 ps-4 pe-2">
          <h2 id="drawer-title" className="py-3 text-xl font-extrabold">
            Your basket
          </h2>
          <button
            type="button"
            className="btn btn-ghost btn-square"
            aria-label="Close the basket"
            onClick={() => setDrawerOpen(false)}
          >
            <X aria-hidden="true" />
          </button>
        </div>
        <div className="grow overflow-y-auto px-4 pb-4">
          {!basket && !error && <InlineLoading />}
          {!basket && error && (
            <LoadFailed title="Your basket could not be fetched" error={error} retry={refetch} />
          )}
          {basket && ordered.length === 0 && <p className="py-6">Your basket is empty.</p>}
          {ordered.length > 0 && (
            <BasketLines label="In your basket" lines={ordered} changes={changes} />
          )}
          <FormError>{changes.failure}</FormError>
        </div>
        {basket && (
          <div className="border-t border-base-300 p-4">
            <BasketSummary basket={basket}>
              <div className="flex gap-3">
                <PageLink to={paths.basket} className="btn btn-outline">
                  Basket
                </PageLink>
                {basket.pieces > 0 && (
                  <PageLink to={paths.checkoutPayment} className="btn btn-primary grow">
                    Checkout
                  </PageLink>
                )}
              </div>
            </BasketSummary>
          </div>
        )}
      </div>
    </dialog>
  );
}
