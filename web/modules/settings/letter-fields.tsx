import { useState } from "react";
import type { EditableText } from "#contract/letter-original.ts";
import { type LetterKind, letterKinds, letterOriginals } from "#contract/letter-originals.ts";
import { longestLetter } from "#contract/letter-settings.ts";
import { letterProblems, placeholdersOf } from "#contract/rules/fill-letter.ts";
import { Select } from "#web/ui/choice.tsx";
import { TextArea } from "#web/ui/field.tsx";
import { FormSection } from "#web/ui/form-section.tsx";
import { HiddenIfReadOnly } from "#web/ui/read-only.tsx";
import { LetterPreview } from "./letter-preview.tsx";
import { TextInput } from "./settings-fields.tsx";
import type { SettingsForm } from "./use-settings-form.ts";

export function LetterFields({ form }: { form: SettingsForm<"letters"> }) {
  const { value, errors, set } = form;
  const [kind, setKind] = useState<LetterKind>("order-placed");
  const choices = Object.fromEntries(
    letterKinds.map((each) => {
      const isWrong = Object.keys(errors).some((field) => field.startsWith(`${each}.`));
      const note = isWrong ? " (wrong)" : value[each] ? " (yours)" : "";
      return [each, letterOriginals[each].title + note];
    }),
  ) as Record<LetterKind, string>;
  const original = letterOriginals[kind];
  const { subject, body, closing } = value[kind] ?? original;
  const text = { subject, body, closing };
  const problems = letterProblems(kind, text);
  const problemOf = (field: keyof EditableText) => errors[`${kind}.${field}`] ?? problems[field];
  const change = (changes: Partial<EditableText>) => set({ [kind]: { ...text, ...changes } });

  return (
    <FormSection
      title="Letters"
      hint="The greeting, what the letter lists and its button are the shop's; they stand between text and closing. An empty line begins a paragraph."
    >
      <Select label="Letter" choices={choices} value={kind} onChoose={setKind} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 2xl:grid-cols-2">
        <div key={kind} className="grid gap-4">
          <TextInput
            label="Subject"
            value={subject}
            error={problemOf("subject")}
            onChange={(next) => change({ subject: next })}
          />
          <TextArea
            label="Text"
            rows={8}
            maxLength={longestLetter.body}
            value={body}
            error={problemOf("body")}
            onChange={({ target }) => change({ body: target.value })}
          />
          <TextArea
            label="Closing"
            rows={5}
            maxLength={longestLetter.closing}
            value={closing}
            error={problemOf("closing")}
            onChange={({ target }) => change({ closing: target.value })}
          />
          <Placeholders kind={kind} />
          <HiddenIfReadOnly>
            {value[kind] !== null && (
              <div>
                <button
                  type="button"
                  className="btn btn-outline h-11"
                  onClick={() => set({ [kind]: null })}
                >
                  Reset to the original
                </button>
              </div>
            )}
          </HiddenIfReadOnly>
        </div>
        <HiddenIfReadOnly>
          <LetterPreview kind={kind} text={text} />
        </HiddenIfReadOnly>
      </div>
    </FormSection>
  );
}

function Placeholders({ kind }: { kind: LetterKind }) {
  return (
    <dl className="grid gap-1 text-sm">
      {Object.entries(placeholdersOf(kind)).map(([name, [means]]) => (
        <div key={name} className="flex flex-wrap gap-x-3">
          <dt className="font-mono">{`{${name}}`}</dt>
          <dd>{means}</dd>
        </div>
      ))}
    </dl>
  );
}
