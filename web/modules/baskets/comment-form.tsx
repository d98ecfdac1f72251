import { type FormEvent, useState } from "react";
import { Field, FormError, SubmitButton, TextArea } from "#web/ui/field.tsx";
import { showToast } from "#web/ui/toast.tsx";

type Props = {
  /** The number of the part. */
  about: string;
  name: string;
  onName: (name: string) => void;
  send: (text: string) => Promise<unknown>;
};

/** By whoever has the link; the name is asked for once. */
export function CommentForm({ about, name, onName, send }: Props) {
  const [text, setText] = useState("");
  const [failure, setFailure] = useState("");
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    if (text.trim() === "") return setFailure("Write something.");
    setBusy(true);
    setFailure("");
    await send(text.trim()).then(
      () => {
        setText("");
        showToast("Your comment is there");
      },
      (error: Error) => setFailure(error.message),
    );
    setBusy(false);
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
