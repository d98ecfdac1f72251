import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { sharedBasketCalls } from "#contract/shared-baskets.ts";
import { call } from "#web/app/call.ts";
import { DateTime } from "#web/app/format.tsx";
import { sharedBasketPath } from "#web/app/paths.ts";
import { Field, FormError } from "#web/ui/field.tsx";
import { showOnShelf } from "#web/ui/shelf.tsx";
import { useAction } from "#web/ui/use-action.ts";

type Link = { address: string; until: string };

/** `sharedUntil`: of a link made earlier, whose address is not kept. */
export function ShareBasket({ sharedUntil }: { sharedUntil: string | null }) {
  const client = useQueryClient();
  const [link, setLink] = useState<Link>();
  const { run, isBusy, failure } = useAction();

  const share = () =>
    run(async () => {
      const { token, until } = await call(sharedBasketCalls.share, {});
      void client.invalidateQueries({ queryKey: ["basket-comments"] });
      setLink({ address: location.origin + sharedBasketPath(token), until });
    });
  const stop = () =>
    run(async () => {
      await call(sharedBasketCalls.stop, {});
      await client.invalidateQueries({ queryKey: ["basket-comments"] });
      setLink(undefined);
      showOnShelf("The link has ended.");
    });
  const copy = (address: string) =>
    run(async () => {
      await navigator.clipboard.writeText(address);
      showOnShelf("The link is copied.");
    });

  const end = (
    <button type="button" className="btn btn-ghost" aria-busy={isBusy} onClick={() => void stop()}>
      End the link
    </button>
  );

  return (
    <div className="grid gap-3 border-t border-base-300 pt-4">
      {link ? (
        <>
          <Field
            label="Link to this basket"
            value={link.address}
            readOnly
            hint={
              <>
                Whoever has it sees the parts and may comment on them, not who you are, until{" "}
                <DateTime time={link.until} />.
              </>
            }
            onFocus={({ target }) => target.select()}
          />
          <div className="flex flex-wrap gap-3">
            <button
              type="button"
              className="btn btn-outline"
              onClick={() => void copy(link.address)}
            >
              Copy the link
            </button>
            {end}
          </div>
        </>
      ) : sharedUntil !== null ? (
        <>
          <p className="text-sm">
            Whoever has the link to this basket sees it until <DateTime time={sharedUntil} />. A new
            link ends that one.
          </p>
          <div className="flex flex-wrap gap-3">
            <button
              type="button"
              className="btn btn-outline"
              aria-busy={isBusy}
              onClick={() => void share()}
            >
              Make a new link
            </button>
            {end}
          </div>
        </>
      ) : (
        <button
          type="button"
          className="btn btn-ghost justify-self-start"
          aria-busy={isBusy}
          onClick={() => void share()}
        >
          Share this basket
        </button>
      )}
      <FormError>{failure}</FormError>
    </div>
  );
}
