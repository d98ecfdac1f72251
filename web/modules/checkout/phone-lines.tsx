import { useMutation } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { formatCount } from "#web/app/format.tsx";
import { Field, FormError } from "#web/ui/field.tsx";
import { findLine } from "./phone-calls.ts";

export type PhoneLine = { part: string; number: string; name: string; quantity: number };

type Props = {
  lines: readonly PhoneLine[];
  onChange: (lines: PhoneLine[]) => void;
  problems: ReadonlyMap<number, string>;
};

export function PhoneLines({ lines, onChange, problems }: Props) {
  const number = useRef<HTMLInputElement>(null);
  const [written, setWritten] = useState("");
  const [pieces, setPieces] = useState("1");
  const [problem, setProblem] = useState("");
  const adding = useMutation({
    mutationFn: () => findLine(written.trim(), Number(pieces)),
    onSuccess(found) {
      const [only, ...others] = found?.parts ?? [];
      if (!found || !only || others.length > 0 || found.verdict === "proposal") {
        return setProblem(found ? `${found.why}.` : "There is no such part.");
      }
      const { _id, number, name } = only.part;
      const line = { part: _id, number, name, quantity: only.quantity };
      onChange([...lines.filter(({ part }) => part !== _id), line]);
      setWritten("");
      setPieces("1");
    },
    onError: (error) => setProblem(error.message),
    onSettled: () => number.current?.focus(),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    setProblem("");
    if (written.trim() === "") return setProblem("Which part number?");
    if (!/^[1-9]\d{0,5}$/.test(pieces)) return setProblem("How many pieces?");
    if (!adding.isPending) adding.mutate();
  }

  return (
    <section aria-label="Parts" className="grid gap-4">
      <h3 className="text-lg font-bold">Parts</h3>
      {lines.length > 0 && (
        <ul className="divide-y divide-base-300 border-y border-base-300">
          {lines.map(({ part, number, name, quantity }, at) => (
            <li key={part} className="flex items-center gap-3 py-2">
              <span className="min-w-0 grow wrap-anywhere">
                {formatCount(quantity)} × <span className="font-mono">{number}</span> {name}
                {problems.has(at) && (
                  <span className="block font-medium text-error">{problems.get(at)}</span>
                )}
              </span>
              <button
                type="button"
                className="btn btn-square btn-ghost"
                aria-label={`Remove ${number}`}
                onClick={() => onChange(lines.filter((line) => line.part !== part))}
              >
                <X className="size-5" aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <form noValidate aria-label="Add a part" className="grid gap-3" onSubmit={submit}>
        <div className="grid grid-cols-[minmax(0,1fr)_6rem] items-start gap-3">
          <Field
            ref={number}
            label="Part number"
            value={written}
            maxLength={60}
            autoComplete="off"
            autoCapitalize="characters"
            onChange={({ target }) => setWritten(target.value)}
          />
          <Field
            label="Pieces"
            value={pieces}
            inputMode="numeric"
            maxLength={6}
            autoComplete="off"
            onChange={({ target }) => setPieces(target.value)}
          />
        </div>
        <FormError>{problem}</FormError>
        <div>
          <button type="submit" className="btn btn-outline" aria-busy={adding.isPending}>
            Add the part
          </button>
        </div>
      </form>
    </section>
  );
}
