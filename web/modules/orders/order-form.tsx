import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import type { Part } from "#contract/catalog.ts";
import {
  type Cents,
  multiplyCents,
  toCents,
  toDollars,
  totalProblem,
} from "#contract/rules/money.ts";
import {
  isAllowedQuantity,
  isOrderable,
  nothingToOrder,
  quantityLimits,
} from "#contract/rules/quantity.ts";
import { CallRefused } from "#web/app/call.ts";
import { formatCents, formatCount, formatDollars, plural } from "#web/app/format.tsx";
import { useDraft } from "#web/app/forms.ts";
import { Field, SubmitButton, TextArea } from "#web/ui/field.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { mayAlreadyBePlaced, type OrderInput } from "./pending-order.ts";
import { OrderNotice, usePlaceOrder } from "./use-place-order.tsx";

type Inputs = { quantity: string; phone: string; address: string };
const inputNames = ["quantity", "phone", "address"] as const;

type Props = {
  part: Part;
  person: { _id: string; name: string; email: string };
  contact: { phone: string; address: string };
  refetchPart: () => unknown;
};

export function OrderForm({ part, person, contact, refetchPart }: Props) {
  const { _id: id, minimumQuantity, availablQuantity, price } = part;
  const beginning = { quantity: String(minimumQuantity), ...contact };
  const form = useForm<Inputs>({
    values: beginning,
    // Pushed changes of the part only replace untouched fields.
    resetOptions: { keepDirtyValues: true, keepErrors: true, keepIsSubmitted: true },
  });
  const { register, handleSubmit, setError, reset, watch, trigger, getFieldState } = form;
  const { errors } = form.formState;
  const draft = useDraft(`order:${id}`, person._id, inputNames, form);
  const [shownPrice, setShownPrice] = useState(price);
  const { place, isPlacing, notice } = usePlaceOrder({
    person,
    part: id,
    readInput: () => toOrderInput(form.getValues()),
    refetchPart,
    onPlaced() {
      draft.drop();
      reset(
        { ...beginning, phone: "", address: "" },
        { keepDirtyValues: false, keepErrors: false, keepIsSubmitted: false },
      );
      setShownPrice(price);
    },
    onRefused(error) {
      const fields = error instanceof CallRefused ? error.fields : {};
      const [first, ...others] = inputNames.filter((name) => fields[name]);
      for (const name of others) setError(name, { message: fields[name] ?? "" });
      if (first) setError(first, { message: fields[first] ?? "" }, { shouldFocus: true });
    },
  });

  // A change of stock or price can make a quantity error obsolete.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the inputs of the validation
  useEffect(() => {
    if (getFieldState("quantity").error) void trigger("quantity");
  }, [minimumQuantity, availablQuantity, price]);

  const toOrderInput = ({ quantity, phone, address }: Inputs): OrderInput => ({
    name: person.name,
    email: person.email,
    phone: phone.trim(),
    address: address.trim(),
    productName: part.name,
    quantity: parseWholeNumber(quantity) ?? 0,
    totalPrice: toDollars(orderTotal(quantity, price) ?? 0),
    part: id,
  });

  // An unconfirmed order may hold its stock already, so the limits do not apply to it.
  const validateQuantity = (quantity: string, inputs: Inputs) =>
    mayAlreadyBePlaced(person._id, toOrderInput(inputs)) ||
    (quantityProblem(quantity, part) ?? true);

  const limits = quantityLimits(part);
  const [quantity, address] = watch(["quantity", "address"]);
  const total = quantityProblem(quantity, part) ? undefined : orderTotal(quantity, price);
  const isDisabled = !isOrderable(part) && notice?.is !== "unconfirmed";

  return (
    <form
      noValidate
      aria-label="Order"
      className="grid gap-5 border border-base-300 bg-base-200 p-4 sm:p-6"
      onChange={draft.keep}
      onSubmit={handleSubmit(
        (inputs) => place(toOrderInput(inputs)),
        ({ quantity }) => quantity?.message && showToast(quantity.message, "error"),
      )}
    >
      <h2 className="text-xl font-extrabold">Order this part</h2>
      {!isOrderable(part) && <NothingToOrder part={part} />}
      <fieldset disabled={isDisabled} className="grid gap-5">
        <Field
          label="Quantity"
          type="number"
          inputMode="numeric"
          step={1}
          min={limits.min}
          max={Math.max(limits.max, limits.min)}
          hint={isOrderable(part) && allowedPieces(limits)}
          error={errors.quantity?.message}
          onWheel={(event) => event.currentTarget.blur()}
          {...register("quantity", { validate: validateQuantity })}
        />
        <Field
          label="Phone"
          type="tel"
          autoComplete="tel"
          maxLength={100}
          error={errors.phone?.message}
          {...register("phone")}
        />
        <TextArea
          label="Address"
          rows={2}
          autoComplete="street-address"
          maxLength={1000}
          error={errors.address?.message}
          {...register("address")}
        />
        <div className="grid gap-1">
          <Fixed label="Name" name="name" value={person.name} />
          <Fixed label="Email" name="email" value={person.email} />
          <Fixed label="Product Name" name="productName" value={part.name} />
          <Fixed label="Per Price" name="price" value={`$${formatDollars(price)}`} />
        </div>
        <div role="status" className="empty:absolute">
          {price !== shownPrice && (
            <p className="border-s-4 border-warning ps-3 text-sm">
              The price has changed from ${formatDollars(shownPrice)} to ${formatDollars(price)} per
              piece since you opened this page. The total follows it.
            </p>
          )}
        </div>
        <div className="order-foot">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-semibold">Total</span>
            <output className="text-2xl font-bold wrap-anywhere">
              {total === undefined ? "–" : `$${formatCents(total)}`}
            </output>
          </p>
          <SubmitButton busy={isPlacing} buys={notice?.is !== "placed"} className="grow">
            Place order
          </SubmitButton>
        </div>
        {address.trim() === "" && (
          <p className="text-sm text-base-content/80">
            No address is given yet: we have to ask you for it before we can send anything.
          </p>
        )}
      </fieldset>
      <div role="status" className="empty:absolute">
        {notice && <OrderNotice notice={notice} />}
      </div>
    </form>
  );
}

type FixedProps = { label: string; name: string; value: string };

function Fixed({ label, name, value }: FixedProps) {
  return (
    <label className="flex flex-wrap items-baseline gap-x-3 text-sm">
      <span className="w-28 text-base-content/75">{label}</span>
      <input name={name} value={value} readOnly className="h-7 min-w-32 grow bg-transparent" />
    </label>
  );
}

function allowedPieces({ min, max }: { min: number; max: number }): string {
  return min === max
    ? plural(min, "piece")
    : `From ${formatCount(min)} to ${formatCount(max)} pieces`;
}

function NothingToOrder({ part }: { part: Part }) {
  return (
    <p className="border-s-4 border-warning ps-3 leading-relaxed">
      {nothingToOrder(part)} As soon as there is more on the shelf, you can order here.
    </p>
  );
}

type Stock = Pick<Part, "minimumQuantity" | "availablQuantity" | "price">;

function quantityProblem(text: string, part: Stock): string | undefined {
  const { minimumQuantity, availablQuantity, price } = part;
  if (!isOrderable(part)) return nothingToOrder(part);
  const limits =
    `more than ${formatCount(minimumQuantity)} (minimum quantity) ` +
    `and less than ${formatCount(availablQuantity)} (available)`;
  const quantity = parseWholeNumber(text);
  if (quantity === undefined) return `Quantity must be a whole number, ${limits}.`;
  if (!isAllowedQuantity(quantity, part)) return `Quantity must be ${limits}.`;
  return totalProblem(multiplyCents(toCents(price), quantity));
}

function orderTotal(text: string, price: number): Cents | undefined {
  const quantity = parseWholeNumber(text);
  return quantity === undefined ? undefined : multiplyCents(toCents(price), quantity);
}

function parseWholeNumber(text: string): number | undefined {
  const digits = text.trim();
  return /^\d{1,12}$/.test(digits) ? Number(digits) : undefined;
}
