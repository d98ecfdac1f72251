import { type FormEvent, useState } from "react";
import { Field, FormError, SubmitButton, TextArea } from "#web/ui/field.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { useAction } from "#web/ui/use-action.ts";

type Props = {
  /** The number of the part. */
  about: string;
  name: string;
  onName: (name: string) => void;
  send: (text: string) => Promise<unknown>;
};

export function CommentForm({ about, name, onName, send }: Props) {
  const [text, setText] = useState("");
  const { run, isBusy, failure, refuse } = useAction();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (text.trim() === "") return refuse("Write something.");
    void run(async () => {
      await send(text.trim());
      setText("");
      showToast("Your comment is there");
    });
  }

  return (
    <details className="print:hidden">
      <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">
        Comment on {about}
      </summary>
      <form noValidate className="grid max-w-xl gap-3 pt-1 pb-3" onSubmit={submit}>
        <TextArea
          label={`Your comment on ${about}`}
          rows={2}
          maxLength={500}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Field
          label="Your name, if you like"
          autoComplete="name"
          maxLength={60}
          value={name}
          onChange={({ target }) => onName(target.value)}
        />
        <FormError>{failure}</FormError>
        <SubmitButton busy={isBusy}>Send</SubmitButton>
      </form>
    </details>
  );
}
