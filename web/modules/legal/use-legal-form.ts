import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { LegalRecord } from "#contract/legal.ts";
import { CallRefused } from "#web/app/call.ts";
import { showOnShelf } from "#web/ui/shelf.tsx";
import { legalTexts, saveLegalText } from "./calls.ts";

export function useLegalForm(record: LegalRecord) {
  const client = useQueryClient();
  const [base, setBase] = useState(record);
  const [text, setText] = useState(record.text);
  const [problem, setProblem] = useState("");
  const [failure, setFailure] = useState("");
  const [isSaving, setSaving] = useState(false);
  const isChanged = text !== base.text;
  if (record.version > base.version && !isChanged) begin(record);

  function begin(from: LegalRecord) {
    setBase(from);
    setText(from.text);
  }

  async function save() {
    if (isSaving) return;
    setSaving(true);
    setFailure("");
    setProblem("");
    try {
      const answer = await saveLegalText(base.page, { version: base.version, text });
      if ("saved" in answer) {
        begin(answer.saved);
        showOnShelf("Saved. It is in force now.");
      }
      await client.invalidateQueries({ queryKey: legalTexts().queryKey });
    } catch (error) {
      setFailure((error as Error).message);
      if (error instanceof CallRefused) setProblem(error.fields.text ?? "");
    }
    setSaving(false);
  }

  return {
    base,
    text,
    problem,
    failure,
    isChanged,
    isSaving,
    save,
    theirs: isChanged && record.version > base.version ? record : undefined,
    write(next: string) {
      setText(next);
      setProblem("");
      setFailure("");
    },
    keepMine: () => setBase(record),
    discard: () => begin(record),
  };
}
