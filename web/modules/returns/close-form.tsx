import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Order } from "#contract/orders.ts";
import type { Return } from "#contract/returns.ts";
import { toCents, toDollars } from "#contract/rules/money.ts";
import { formatDollars } from "#web/app/format.tsx";
import { MoneyField } from "#web/app/money-field.tsx";
import { CheckBox } from "#web/ui/choice.tsx";
import { FormError } from "#web/ui/field.tsx";
import { FormSection } from "#web/ui/form-section.tsx";
import { InlineLoading, LoadFailed } from "#web/ui/placeholder.tsx";
import { closeReturn, returnedOrder } from "./calls.ts";
import { readDollars } from "./read-numbers.ts";
import { describeClosing } from "./return-words.ts";
import { useStep } from "./use-step.ts";

export function CloseForm({ shown }: { shown: Return }) {
  const { data: order, error, refetch } = useQuery(returnedOrder(shown.order));
  if (order) return <Closing shown={shown} order={order} />;
  if (!error) return <InlineLoading />;
  return <LoadFailed title="The order could not be fetched" error={error} retry={refetch} />;
}

function Closing({ shown, order }: { shown: Return; order: Order }) {
  const { _id, version } = shown;
  const { errors, failure, isBusy, take } = useStep(shown);
  const deliveryLeft = leftOfDelivery(order);
  const [delivery, setDelivery] = useState(() =>
    isWholeOrder(shown, order) ? proposeDelivery(shown, order) : "",
  );
  const [isSettled, setSettled] = useState(false);
  const isRefunded = shown.lines.some(({ resolution }) => resolution === "refund");
  const close = () => {
    const share = delivery.trim() === "" ? 0 : readDollars(delivery);
    const isNothing = isSettled || share === 0;
    return closeReturn(_id, {
      version,
      ...(!isNothing && { delivery: share }),
      ...(isSettled && { isSettled }),
    });
  };
  return (
    <FormSection
      title="Close it"
      hint={`${describeClosing(shown, isSettled)} The customer gets a letter.`}
    >
      {isRefunded && !isSettled && deliveryLeft > 0 && (
        <div className="max-w-xs">
          <MoneyField
            label="And of the delivery ($)"
            hint={`$${formatDollars(deliveryLeft)} of it was not refunded yet. Who withdraws from the whole order gets back what the standard delivery costs.`}
            value={delivery}
            error={errors.delivery}
            onChange={setDelivery}
          />
        </div>
      )}
      {isRefunded && (
        <CheckBox
          label="The customer has the money already: refund nothing"
          checked={isSettled}
          onChange={setSettled}
        />
      )}
      <FormError>{failure}</FormError>
      <p>
        <button
          type="button"
          className="btn btn-secondary"
          aria-busy={isBusy}
          onClick={() => take("The return is closed", close)}
        >
          {isRefunded && !isSettled ? "Refund and close" : "Close"}
        </button>
      </p>
    </FormSection>
  );
}

function leftOfDelivery({ lines }: Order): number {
  return lines
    .filter(({ kind }) => kind === "delivery")
    .reduce((sum, { total, refunded }) => sum + total - refunded, 0);
}

/** Who withdraws gets back what the standard delivery costs; for a fault of ours it is all. */
function proposeDelivery({ kind }: Return, order: Order): string {
  const left = toCents(leftOfDelivery(order));
  const standard = toCents(order.standardDelivery ?? order.delivery);
  const refunded = toCents(order.delivery) - left;
  const cents = kind === "withdrawal" ? Math.min(left, standard - refunded) : left;
  return cents > 0 ? toDollars(cents).toFixed(2) : "";
}

function isWholeOrder({ lines, free, kind }: Return, order: Order): boolean {
  const isOurs = kind === "withdrawal" || free;
  const parts = order.lines.filter((line) => line.kind === "part");
  const isRefunded = lines.every(({ resolution }) => resolution === "refund");
  return isOurs && isRefunded && parts.every(({ quantity, returned }) => quantity === returned);
}
