import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import type { Deposit } from "#contract/deposits.ts";
import { createKey, isResponseLost } from "#web/app/call.ts";
import { Field, SubmitButton } from "#web/ui/field.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { useAction } from "#web/ui/use-action.ts";
import { announceCores } from "./calls.ts";

export function AnnounceCores({ deposit }: { deposit: Deposit }) {
  const client = useQueryClient();
  const { _id: line, order, part, returnable } = deposit;
  const [quantity, setQuantity] = useState(`${returnable}`);
  const { run, isBusy, failure, refuse } = useAction();
  /** Kept while it is not known whether the request arrived. */
  const sent = useRef<{ key: string; line: string; quantity: number }>(undefined);

  function submit(event: FormEvent) {
    event.preventDefault();
    const count = Number(quantity);
    if (!Number.isInteger(count) || count < 1 || count > returnable) {
      return refuse(`Must be from 1 to ${returnable}`);
    }
    void run(() => send(count));
  }

  async function send(count: number) {
    sent.current ??= { key: createKey(), line, quantity: count };
    try {
      const { number, sendTo } = await announceCores(order, sent.current);
      sent.current = undefined;
      showToast(`Return ${number}: send the old part to us${sendTo && `, ${sendTo}`}`);
      await client.invalidateQueries({ queryKey: ["returns"] });
    } catch (error) {
      if (!isResponseLost(error as Error)) sent.current = undefined;
      throw error;
    }
  }

  return (
    <form
      noValidate
      aria-label={`Return the old part of ${part}`}
      className="flex flex-wrap items-end gap-4"
      onSubmit={submit}
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
