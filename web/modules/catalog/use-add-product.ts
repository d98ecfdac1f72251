// The form of a product: what is written in it is kept, and sent once.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { createKey } from "#web/app/create-key.ts";
import { isResponseLost, showFieldErrors } from "#web/app/form-errors.ts";
import { useDraft } from "#web/app/use-draft.ts";
import { showToast } from "#web/ui/toast.tsx";
import { addPart } from "./add-part.ts";
import type { Added } from "./product-added.tsx";
import {
  emptyProductInputs,
  type ProductInputs,
  productFieldNames,
  productInputNames,
  toNewPart,
} from "./product-inputs.ts";

const kept =
  "What you wrote is kept here. Send it again as it is: it is added once, even if it had arrived.";

export function useAddProduct(personId: string) {
  const client = useQueryClient();
  const form = useForm<ProductInputs>({ defaultValues: emptyProductInputs });
  const { setError, setFocus, setValue, getValues, reset } = form;
  const draft = useDraft("product", personId, productInputNames, form);
  const [added, setAdded] = useState<Added>();
  // A second press may come before anything is rendered anew.
  const busy = useRef(false);

  const adding = useMutation({
    mutationFn: (product: ProductInputs) => addPart(toNewPart(product)),
    onMutate: () => setAdded(undefined),
    onSuccess: (id, { name }) => {
      draft.drop();
      reset();
      setAdded({ id, name: name.trim() });
      showToast("Order Success");
      void client.invalidateQueries({ queryKey: ["parts"] });
    },
    onError: (error) => {
      if (showFieldErrors(error, productFieldNames, setError)) return;
      const message = isResponseLost(error) ? `${error.message} ${kept}` : error.message;
      setError("root", { message });
    },
    onSettled: () => {
      busy.current = false;
    },
  });

  // Whoever adds one product often adds another. Not before the form is there anew.
  useEffect(() => {
    if (added) setFocus("name");
  }, [added, setFocus]);

  function send(product: ProductInputs) {
    if (busy.current) return;
    busy.current = true;
    // Kept before it is sent: the page may be gone before the answer comes.
    const key = getValues("key") || createKey();
    setValue("key", key);
    draft.keep();
    adding.mutate({ ...product, key });
  }

  return { form, keep: draft.keep, added, isSending: adding.isPending, send };
}
