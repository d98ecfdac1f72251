import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { LegalRecord } from "#contract/legal.ts";
import { showOnShelf } from "#web/ui/shelf.tsx";
import { useAction } from "#web/ui/use-action.ts";
import { legalTexts, saveLegalText } from "./calls.ts";

export function useLegalForm(record: LegalRecord) {
  const client = useQueryClient();
  const [base, setBase] = useState(record);
  const [text, setText] = useState(record.text);
  const { run, isBusy, failure, errors, clear } = useAction();
  const isChanged = text !== base.text;
  if (record.version > base.version && !isChanged) begin(record);

  function begin(from: LegalRecord) {
    setBase(from);
    setText(from.text);
  }

  const save = () =>
    run(async () => {
      const answer = await saveLegalText(base.page, { version: base.version, text });
      if ("saved" in answer) {
        begin(answer.saved);
        showOnShelf("Saved. It is in force now.");
      }
      await client.invalidateQueries({ queryKey: legalTexts().queryKey });
    });

  return {
    base,
    text,
    problem: errors.text,
    failure,
    isChanged,
    isSaving: isBusy,
    save,
    theirs: isChanged && record.version > base.version ? record : undefined,
    write(next: string) {
      setText(next);
      clear();
    },
    keepMine: () => setBase(record),
    discard: () => begin(record),
  };
}
