import { type FormEvent, useEffect, useRef, useState } from "react";
import type { FieldMessages } from "#contract/refusals.ts";
import type { NewWithdrawal, WithdrawalReceipt } from "#contract/withdrawals.ts";
import { CallRefused, createKey, isResponseLost } from "#web/app/call.ts";
import { formatDateTime } from "#web/app/format.tsx";
import { DescriptionList } from "#web/ui/description-list.tsx";
import { Field, FormError, TextArea } from "#web/ui/field.tsx";
import { stateWithdrawal } from "./calls.ts";

type Stated = Omit<NewWithdrawal, "key">;

const empty: Stated = { name: "", email: "", orderNumber: "", goods: "" };

/** Two steps, as the law wants them: the statement, and its confirmation. */
export function Withdraw({ known }: { known: Partial<Stated> }) {
  const [stated, setStated] = useState<Stated>({ ...empty, ...known });
  const [errors, setErrors] = useState<FieldMessages>({});
  const [step, setStep] = useState<"state" | "confirm">("state");
  const [receipt, setReceipt] = useState<WithdrawalReceipt>();

  function back(problems: FieldMessages) {
    setErrors(problems);
    setStep("state");
  }

  if (receipt) return <Receipt receipt={receipt} />;
  if (step === "confirm") {
    return <Confirm stated={stated} onBack={back} onReceived={setReceipt} />;
  }
  return (
    <Statement
      stated={stated}
      errors={errors}
      onChange={(changes) => {
        setStated((all) => ({ ...all, ...changes }));
        setErrors({});
      }}
      onDone={() => {
        const problems = findProblems(stated);
        setErrors(problems);
        if (Object.keys(problems).length === 0) setStep("confirm");
      }}
    />
  );
}

function findProblems({ name, email, orderNumber }: Stated): FieldMessages {
  return {
    ...(name.trim() === "" && { name: "Name is Required" }),
    ...(!/^\S+@\S+$/.test(email.trim()) && { email: "Provide a valid Email" }),
    ...(orderNumber.trim() === "" && { orderNumber: "Order number is Required" }),
  };
}

type StatementProps = {
  stated: Stated;
  errors: FieldMessages;
  onChange: (changes: Partial<Stated>) => void;
  onDone: () => void;
};

function Statement({ stated, errors, onChange, onDone }: StatementProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onDone();
  };
  return (
    <form noValidate aria-label="Withdrawal" className="grid max-w-xl gap-5" onSubmit={submit}>
      <Field
        label="Your name"
        autoComplete="name"
        maxLength={200}
        value={stated.name}
        error={errors.name}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <Field
        label="Order number"
        hint="It stands in the letters about your order."
        autoComplete="off"
        maxLength={40}
        value={stated.orderNumber}
        error={errors.orderNumber}
        onChange={({ target }) => onChange({ orderNumber: target.value })}
      />
      <Field
        label="E-mail of the order"
        hint="We confirm to this address that we received your withdrawal."
        type="email"
        autoComplete="email"
        maxLength={254}
        value={stated.email}
        error={errors.email}
        onChange={({ target }) => onChange({ email: target.value })}
      />
      <TextArea
        label="Which goods, if not all of the order"
        maxLength={1_000}
        value={stated.goods}
        error={errors.goods}
        onChange={({ target }) => onChange({ goods: target.value })}
      />
      <div>
        <button type="submit" className="btn btn-secondary max-sm:w-full">
          Continue
        </button>
      </div>
    </form>
  );
}

type ConfirmProps = {
  stated: Stated;
  onBack: (problems: FieldMessages) => void;
  onReceived: (receipt: WithdrawalReceipt) => void;
};

function Confirm({ stated, onBack, onReceived }: ConfirmProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [failure, setFailure] = useState("");
  const [isBusy, setBusy] = useState(false);
  /** Kept while it is not known whether the statement arrived. */
  const sent = useRef<NewWithdrawal>(undefined);
  useEffect(() => heading.current?.focus(), []);

  async function confirm() {
    if (isBusy) return;
    setBusy(true);
    setFailure("");
    sent.current ??= { key: createKey(), ...stated };
    try {
      onReceived(await stateWithdrawal(sent.current));
    } catch (error) {
      if (!isResponseLost(error as Error)) sent.current = undefined;
      setFailure((error as Error).message);
      setBusy(false);
      if (error instanceof CallRefused && error.code === "invalid") onBack(error.fields);
    }
  }

  return (
    <div className="grid max-w-xl gap-5">
      <h2 ref={heading} tabIndex={-1} className="text-xl font-bold outline-none">
        Please confirm
      </h2>
      <p className="wrap-anywhere">
        I, {stated.name}, withdraw from the contract on{" "}
        {stated.goods.trim() === "" ? "all goods" : "these goods"} of order {stated.orderNumber}
        {stated.goods.trim() === "" ? "." : ":"}
      </p>
      {stated.goods.trim() !== "" && (
        <p className="whitespace-pre-line wrap-anywhere">{stated.goods}</p>
      )}
      <p className="wrap-anywhere">The confirmation goes to {stated.email}.</p>
      <FormError>{failure}</FormError>
      <div className="flex flex-wrap gap-3">
        <button type="button" className="btn btn-secondary" aria-busy={isBusy} onClick={confirm}>
          Confirm withdrawal
        </button>
        <button
          type="button"
          className="btn btn-outline border-base-content/50"
          onClick={() => onBack({})}
        >
          Change it
        </button>
      </div>
    </div>
  );
}

function Receipt({ receipt }: { receipt: WithdrawalReceipt }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { number, receivedAt, name, orderNumber, email, goods } = receipt;
  return (
    <div className="grid max-w-xl gap-5">
      <h2 ref={heading} tabIndex={-1} className="text-xl font-bold outline-none">
        We have received your withdrawal
      </h2>
      <p>
        A letter that confirms it is on its way to you. Please save or print this page as well. We
        look for the order, and write to you what comes next within two working days.
      </p>
      <DescriptionList
        lines={{
          ...{ Withdrawal: number, Received: formatDateTime(receivedAt), Name: name },
          ...{ Order: orderNumber, Email: email, Goods: goods || "All of the order" },
        }}
      />
      <p className="print:hidden">
        <button
          type="button"
          className="btn btn-outline border-base-content/50"
          onClick={() => window.print()}
        >
          Print this page
        </button>
      </p>
    </div>
  );
}
