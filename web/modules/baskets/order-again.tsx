import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { orderAgainCalls } from "#contract/order-again.ts";
import { call } from "#web/app/call.ts";
import { paths } from "#web/app/paths.ts";
import { FormError } from "#web/ui/field.tsx";
import { useAction } from "#web/ui/use-action.ts";
import { keepBasket } from "./calls.ts";

type Props = {
  order: { _id: string; number: number };
  personId: string | undefined;
  /** The token of a letter's link to the order. */
  token?: string | undefined;
  look?: string;
};

export function OrderAgain({ order, personId, token, look = "btn btn-outline" }: Props) {
  const { _id, number } = order;
  const client = useQueryClient();
  const navigate = useNavigate();
  const { run, isBusy, failure } = useAction();

  const fill = () =>
    run(async () => {
      const { basket, changes } =
        token === undefined
          ? await call(orderAgainCalls.again, { params: { id: _id } })
          : await call(orderAgainCalls.againByLink, { body: { token } });
      keepBasket(client, personId, basket);
      await navigate(paths.basket, { state: { changes } });
    });

  return (
    <>
      <button
        type="button"
        className={look}
        aria-label={`Order again: ${number}`}
        aria-busy={isBusy}
        onClick={fill}
      >
        Order again
      </button>
      <FormError>{failure}</FormError>
    </>
  );
}
