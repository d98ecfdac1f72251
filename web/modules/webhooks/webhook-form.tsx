import { type FormEvent, useState } from "react";
import {
  type NewWebhook,
  type WebhookKind,
  webhookKindNames,
  webhookKinds,
} from "#contract/webhooks.ts";
import { CheckBox } from "#web/ui/choice.tsx";
import { Field, FormError } from "#web/ui/field.tsx";
import { useAction } from "#web/ui/use-action.ts";

type Props = {
  label: string;
  button: string;
  from: NewWebhook;
  onSave: (values: NewWebhook) => Promise<unknown>;
};

export function WebhookForm({ label, button, from, onSave }: Props) {
  const [values, setValues] = useState(from);
  const { run, isBusy, failure, errors, clear } = useAction();
  const isNamed = errors.name ?? errors.url ?? errors.kinds;

  function change(changed: Partial<NewWebhook>) {
    setValues({ ...values, ...changed });
    clear();
  }

  function choose(kind: WebhookKind, isChosen: boolean) {
    change({
      kinds: webhookKindNames.filter((each) =>
        each === kind ? isChosen : values.kinds.includes(each),
      ),
    });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void run(() => onSave(values));
  }

  return (
    <form
      noValidate
      aria-label={label}
      className="mb-6 grid items-start gap-4 border border-base-300 p-4 md:grid-cols-2"
      onSubmit={submit}
    >
      <Field
        label="Name of the program"
        maxLength={80}
        autoComplete="off"
        value={values.name}
        error={errors.name}
        onChange={({ target }) => change({ name: target.value })}
      />
      <Field
        label="Address"
        type="url"
        placeholder="https://"
        maxLength={2_000}
        autoComplete="off"
        spellCheck={false}
        value={values.url}
        error={errors.url}
        onChange={({ target }) => change({ url: target.value })}
      />
      <fieldset className="min-w-0 md:col-span-2">
        <legend className="mb-1 text-sm font-semibold">What it is told of</legend>
        <div className="grid gap-x-6 sm:grid-cols-2">
          {webhookKindNames.map((kind) => (
            <CheckBox
              key={kind}
              label={webhookKinds[kind]}
              checked={values.kinds.includes(kind)}
              onChange={(isChosen) => choose(kind, isChosen)}
            />
          ))}
        </div>
        <FormError>{errors.kinds}</FormError>
      </fieldset>
      <FormError>{isNamed ? undefined : failure}</FormError>
      <div className="md:col-span-2">
        <button type="submit" className="btn btn-secondary" aria-busy={isBusy}>
          {button}
        </button>
      </div>
    </form>
  );
}
