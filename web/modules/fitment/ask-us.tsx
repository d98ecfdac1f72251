import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { fitAnswerCalls } from "#contract/fit-answers.ts";
import { CallRefused, call } from "#web/app/call.ts";
import { Field, FormError } from "#web/ui/field.tsx";
import { nameOfVehicle, type OwnVehicle } from "./own-vehicle.ts";

type Props = { car: OwnVehicle; part: string; ownEmail: string | undefined };

export function AskUs({ car, part, ownEmail }: Props) {
  const [isOpen, setOpen] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const sent = useRef<HTMLParagraphElement>(null);
  const asking = useMutation({
    mutationFn: (email: string | undefined) =>
      call(fitAnswerCalls.ask, {
        body: { vehicle: car.id, known: car.known, part, ...(email && { email }) },
      }),
    onError: () => form.current?.querySelector("input")?.focus(),
  });

  useEffect(() => {
    if (asking.isSuccess) sent.current?.focus();
    else if (isOpen) form.current?.querySelector<HTMLElement>("input, button")?.focus();
  }, [asking.isSuccess, isOpen]);

  if (asking.isSuccess) {
    return (
      <p ref={sent} tabIndex={-1} className="outline-none">
        Your question is with us. We answer to{" "}
        <span className="wrap-anywhere">{ownEmail ?? asking.variables}</span>.
      </p>
    );
  }
  if (!isOpen) {
    return (
      <button
        type="button"
        className="btn btn-outline justify-self-start"
        onClick={() => setOpen(true)}
      >
        Ask us
      </button>
    );
  }
  const refused = asking.error instanceof CallRefused ? asking.error.fields.email : undefined;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = new FormData(event.currentTarget).get("email");
    if (!asking.isPending) asking.mutate(email === null ? undefined : `${email}`.trim());
  }

  return (
    <form ref={form} noValidate className="grid max-w-md gap-3" onSubmit={submit}>
      <p>
        We are sent this part, your {nameOfVehicle(car)} and what is known of it. We look it up and
        write to {ownEmail ? <span className="wrap-anywhere">{ownEmail}</span> : "you"}.
      </p>
      {!ownEmail && (
        <Field
          label="Email"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          aria-required
          error={refused}
        />
      )}
      <button
        type="submit"
        className="btn btn-secondary justify-self-start"
        aria-busy={asking.isPending}
      >
        Send the question
      </button>
      {!refused && <FormError>{asking.error?.message}</FormError>}
    </form>
  );
}
