import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { type NewPart, partEditCalls } from "#contract/part-edits.ts";
import { readPrice } from "#contract/rules/read-price.ts";
import { callInTime, createKey, isRefusedAs, isResponseLost } from "#web/app/call.ts";
import { showFieldErrors, useDraft } from "#web/app/forms.ts";
import { showToast } from "#web/ui/toast.tsx";

export type ProductInputs = {
  name: string;
  img: string;
  description: string;
  minimumQuantity: string;
  availablQuantity: string;
  price: string;
  /** The idempotency key, stored with the draft until the product is added. */
  key: string;
};

const productFieldNames = [
  "name",
  "img",
  "description",
  "minimumQuantity",
  "availablQuantity",
  "price",
] as const;
const productInputNames = [...productFieldNames, "key"] as const;

const emptyProductInputs: ProductInputs = {
  name: "",
  img: "",
  description: "",
  minimumQuantity: "",
  availablQuantity: "",
  price: "",
  key: "",
};

const kept =
  "What you wrote is kept here. Send it again as it is: it is added once, even if it had arrived.";

const earlierAdded =
  "What you sent before has been added, as it was then. Change it on Manage Products, or send this again to add it as well.";

export type Added = { id: string; name: string };

export function useAddProduct(personId: string) {
  const client = useQueryClient();
  const form = useForm<ProductInputs>({ defaultValues: emptyProductInputs });
  const { setError, setFocus, setValue, getValues, reset } = form;
  const draft = useDraft("product", personId, productInputNames, form);
  const [added, setAdded] = useState<Added>();
  // A second press may come before the next render.
  const busy = useRef(false);

  const adding = useMutation({
    mutationFn: (product: ProductInputs) =>
      callInTime(partEditCalls.add, { body: toNewPart(product) }),
    onMutate: () => setAdded(undefined),
    onSuccess: ({ insertedId: id }, { name }) => {
      draft.drop();
      reset();
      setAdded({ id, name: name.trim() });
      showToast("Order Success");
      void client.invalidateQueries({ queryKey: ["parts"] });
    },
    onError: (error) => {
      if (showFieldErrors(error, productFieldNames, setError)) return;
      if (isRefusedAs(error, "key-reused")) {
        setValue("key", "");
        draft.keep();
        return setError("root", { message: earlierAdded });
      }
      const message = isResponseLost(error) ? `${error.message} ${kept}` : error.message;
      setError("root", { message });
    },
    onSettled: () => {
      busy.current = false;
    },
  });

  useEffect(() => {
    if (added) setFocus("name");
  }, [added, setFocus]);

  function send(product: ProductInputs) {
    if (busy.current) return;
    const price = readPrice(product.price);
    if ("question" in price) {
      return setError("price", { message: whichPrice }, { shouldFocus: true });
    }
    busy.current = true;
    // Stored before sending: the page may be gone before the response arrives.
    const key = getValues("key") || createKey();
    setValue("key", key);
    draft.keep();
    adding.mutate({ ...product, key });
  }

  return { form, keep: draft.keep, added, isSending: adding.isPending, send };
}

function toNewPart({ minimumQuantity, availablQuantity, price, ...texts }: ProductInputs): NewPart {
  return {
    ...texts,
    minimumQuantity: parseNumber(minimumQuantity),
    availablQuantity: parseNumber(availablQuantity),
    price: parseNumber(price),
  };
}

const whichPrice = "Please say which price you mean.";

/** NaN travels as null, and the server rejects the field. */
export function parseNumber(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text);
}
