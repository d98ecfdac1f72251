import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import type { Deposit } from "#contract/deposits.ts";
import { createKey, isResponseLost } from "#web/app/call.ts";
import { Field, SubmitButton } from "#web/ui/field.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { announceCores } from "./calls.ts";

/** A return of old parts, which needs nobody's approval. */
export function AnnounceCores({ deposit }: { deposit: Deposit }) {
  const client = useQueryClient();
  const { _id: line, order, part, returnable } = deposit;
  const [quantity, setQuantity] = useState(`${returnable}`);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  /** Kept while it is not known whether the request arrived. */
  const sent = useRef<{ key: string; line: string; quantity: number }>(undefined);

  async function send(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const count = Number(quantity);
    if (!Number.isInteger(count) || count < 1 || count > returnable) {
      return setFailure(`Must be from 1 to ${returnable}`);
    }
    setBusy(true);
    setFailure(undefined);
    sent.current ??= { key: createKey(), line, quantity: count };
    try {
      const { number, sendTo } = await announceCores(order, sent.current);
      sent.current = undefined;
      showToast(`Return ${number}: send the old part to us${sendTo && `, ${sendTo}`}`);
      await client.invalidateQueries({ queryKey: ["returns"] });
    } catch (error) {
      if (!isResponseLost(error as Error)) sent.current = undefined;
      setFailure((error as Error).message);
    }
    setBusy(false);
  }

  return (
    <form
      noValidate
      aria-label={`Return the old part of ${part}`}
      className="flex flex-wrap items-end gap-4"
      onSubmit={send}
    >
      <div className="w-40">
        <Field
          label={`Old parts, at most ${returnable}`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={9}
          value={quantity}
          error={failure}
          onChange={({ target }) => setQuantity(target.value)}
        />
      </div>
      <SubmitButton busy={isBusy}>Return the old part</SubmitButton>
    </form>
  );
}
