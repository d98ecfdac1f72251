import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { type ImportKindName, importLimits, wholeKinds } from "#contract/imports.ts";
import { RadioGroup } from "#web/ui/choice.tsx";
import { FormError } from "#web/ui/field.tsx";
import { importList, uploadFile } from "./calls.ts";
import { kindHints, kindNames } from "./import-words.ts";

const tooLarge = (most: number) =>
  `That file is too large: ${most / 1024 / 1024} MB is the limit. Please split it.`;

export function UploadForm({ onUploaded }: { onUploaded: (id: string) => void }) {
  const id = useId();
  const client = useQueryClient();
  const [kind, setKind] = useState<ImportKindName>("prices");
  const [file, setFile] = useState<File>();
  const [isWhole, setWhole] = useState(false);
  const canBeWhole = wholeKinds.includes(kind);
  const isXml = kind === "aces";
  const uploading = useMutation({
    mutationFn: async () => {
      if (!file) throw new Error("Please choose a file.");
      const most = importLimits(kind).bytes;
      if (file.size > most) throw new Error(tooLarge(most));
      return uploadFile({ kind, file, isWhole: isWhole && canBeWhole });
    },
    onSuccess: (imported) => {
      void client.invalidateQueries(importList());
      onUploaded(imported);
    },
  });

  function choose(chosen: File | undefined) {
    setFile(chosen);
    if (/\.xml$/i.test(chosen?.name ?? "")) setKind("aces");
    else if (/\.csv$/i.test(chosen?.name ?? "") && isXml) setKind("applications");
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!uploading.isPending) uploading.mutate();
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      className="mb-10 grid justify-items-start gap-4 border border-base-300 p-5 sm:p-6"
    >
      <RadioGroup
        look="chips"
        label="What the file has"
        choices={kindNames}
        value={kind}
        onChoose={setKind}
      />
      <p id={`${id}hint`} className="max-w-prose leading-relaxed text-base-content/80">
        {kindHints[kind]}
        {!(isWhole && canBeWhole) && !isXml && " Lines that are not in the file stay as they are."}
      </p>
      <div className="grid w-full max-w-md gap-1.5">
        <label htmlFor={id} className="text-sm font-semibold">
          {isXml ? "XML file" : "CSV file"}
        </label>
        <input
          id={id}
          type="file"
          accept=".csv,.txt,.xml,text/csv,text/plain,text/xml,application/xml"
          aria-describedby={`${id}hint`}
          className="file-input h-11 w-full border-base-content/50 bg-base-100"
          onChange={({ target }) => choose(target.files?.[0])}
        />
      </div>
      {canBeWhole && (
        <label className="flex min-h-11 max-w-prose items-center gap-3">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-base-content"
            checked={isWhole}
            onChange={({ target }) => setWhole(target.checked)}
          />
          <span>
            The file is complete: take away what it leaves out of the brand and the types of its
            parts
          </span>
        </label>
      )}
      <FormError>{uploading.error?.message}</FormError>
      <button type="submit" className="btn btn-secondary" aria-busy={uploading.isPending}>
        Check this file
      </button>
      <p className="text-sm text-base-content/75">
        Nothing changes in the shop until you apply it, and you can undo it afterwards.
      </p>
    </form>
  );
}
