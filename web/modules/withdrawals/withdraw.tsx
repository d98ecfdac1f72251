import { type FormEvent, Suspense, useEffect, useRef, useState } from "react";
import { email as emailRule } from "#contract/fields.ts";
import type { OrderPage } from "#contract/order-page.ts";
import type { FieldMessages } from "#contract/refusals.ts";
import type { NewWithdrawal, WithdrawalReceipt } from "#contract/withdrawals.ts";
import { CallRefused, createKey, isResponseLost } from "#web/app/call.ts";
import { formatDateTime } from "#web/app/format.tsx";
import { DescriptionList } from "#web/ui/description-list.tsx";
import { Field, FormError, TextArea } from "#web/ui/field.tsx";
import { late } from "#web/ui/late.tsx";
import { InlineLoading } from "#web/ui/placeholder.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { useAction } from "#web/ui/use-action.ts";
import { downloadReceipt, stateWithdrawal } from "./calls.ts";
import type { ChosenGoods } from "./choose-goods.tsx";

type Stated = Omit<NewWithdrawal, "key">;

const empty: Stated = { name: "", email: "", orderNumber: "", goods: "" };

const ChooseGoods = late(async () => (await import("./choose-goods.tsx")).ChooseGoods);

type Props = {
  /** May come later than the page: what was typed until then stays. */
  known: Partial<Stated>;
  page: OrderPage | undefined;
};

/** Two steps, as the law wants them: the statement, and its confirmation. */
export function Withdraw({ known, page }: Props) {
  const [typed, setTyped] = useState<Partial<Stated>>({});
  const stated: Stated = { ...empty, ...known, ...typed };
  const [chosen, setChosen] = useState<ChosenGoods>({ pieces: {}, goods: "" });
  const [errors, setErrors] = useState<FieldMessages>({});
  const [step, setStep] = useState<"state" | "confirm">("state");
  const [received, setReceived] = useState<Received>();

  const keepTyped = (changes: Partial<Stated>) => setTyped((all) => ({ ...all, ...changes }));

  function change(changes: Partial<Stated>) {
    keepTyped(changes);
    setErrors({});
  }

  function back(problems: FieldMessages) {
    setErrors(problems);
    setStep("state");
  }

  if (received) return <Receipt {...received} />;
  if (step === "confirm") {
    return <Confirm stated={stated} onBack={back} onReceived={setReceived} />;
  }
  return (
    <Statement
      stated={stated}
      page={page}
      chosen={chosen}
      errors={errors}
      onFound={keepTyped}
      onChange={change}
      onChoose={(next) => {
        setChosen(next);
        change({ goods: next.goods });
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
    ...(!emailRule.safeParse(email).success && { email: "Provide a valid Email" }),
    ...(orderNumber.trim() === "" && { orderNumber: "Order number is Required" }),
  };
}

type Received = { statement: string; receipt: WithdrawalReceipt };

type StatementProps = Pick<Props, "page"> & {
  stated: Stated;
  chosen: ChosenGoods;
  errors: FieldMessages;
  /** What stands in the fields already; the errors stay. */
  onFound: (typed: Partial<Stated>) => void;
  onChange: (changes: Partial<Stated>) => void;
  onChoose: (chosen: ChosenGoods) => void;
  onDone: () => void;
};

function Statement(props: StatementProps) {
  const { stated, page, chosen, errors, onFound, onChange, onChoose, onDone } = props;
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed before the code was there
  useEffect(() => {
    const typed = [...new FormData(form.current ?? undefined)].filter(([, text]) => text !== "");
    if (typed.length > 0) onFound(Object.fromEntries(typed));
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onDone();
  };
  return (
    <form
      ref={form}
      noValidate
      aria-label="Withdrawal"
      className="grid max-w-xl gap-5"
      onSubmit={submit}
    >
      <Field
        label="Your name"
        name="name"
        autoComplete="name"
        maxLength={200}
        value={stated.name}
        error={errors.name}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <Field
        label="Order number"
        name="orderNumber"
        hint="It stands in the letters about your order."
        autoComplete="off"
        maxLength={40}
        value={stated.orderNumber}
        error={errors.orderNumber}
        onChange={({ target }) => onChange({ orderNumber: target.value })}
      />
      <Field
        label="E-mail of the order"
        name="email"
        hint="We confirm to this address that we received your withdrawal."
        type="email"
        autoComplete="email"
        maxLength={254}
        value={stated.email}
        error={errors.email}
        onChange={({ target }) => onChange({ email: target.value })}
      />
      {page?.order.number === Number(stated.orderNumber) && stated.goods === chosen.goods ? (
        <Suspense fallback={<InlineLoading />}>
          <ChooseGoods
            page={page}
            pieces={chosen.pieces}
            error={errors.goods}
            onChoose={onChoose}
          />
        </Suspense>
      ) : (
        <TextArea
          label="Which goods, if not all of the order"
          name="goods"
          maxLength={1_000}
          value={stated.goods}
          error={errors.goods}
          onChange={({ target }) => onChange({ goods: target.value })}
        />
      )}
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
  onReceived: (received: Received) => void;
};

function Confirm({ stated, onBack, onReceived }: ConfirmProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { run, isBusy, failure } = useAction();
  /** Kept while it is not known whether the statement arrived. */
  const sent = useRef<NewWithdrawal>(undefined);
  useEffect(() => heading.current?.focus(), []);

  async function confirm() {
    sent.current ??= { key: createKey(), ...stated };
    try {
      const { key: statement } = sent.current;
      onReceived({ statement, receipt: await stateWithdrawal(sent.current) });
    } catch (error) {
      if (!isResponseLost(error as Error)) sent.current = undefined;
      if (error instanceof CallRefused && error.code === "invalid") onBack(error.fields);
      throw error;
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
        <button
          type="button"
          className="btn btn-secondary"
          aria-busy={isBusy}
          onClick={() => run(confirm)}
        >
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

function Receipt({ statement, receipt }: Received) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { number, receivedAt, name, orderNumber, email, goods } = receipt;
  return (
    <div className="grid max-w-xl gap-5">
      <h2 ref={heading} tabIndex={-1} className="text-xl font-bold outline-none">
        We have received your withdrawal
      </h2>
      <p>
        An e-mail that confirms it is on its way to you. Please confirm your withdrawal by the link
        in it: then it becomes a return at once. We look for the order, and write to you what comes
        next within two working days. Please keep this confirmation as well.
      </p>
      <DescriptionList
        lines={{
          Withdrawal: number,
          Received: formatDateTime(receivedAt),
          Name: name,
          Order: orderNumber,
          Email: email,
          Goods: goods || "All of the order",
        }}
      />
      <p className="flex flex-wrap gap-3 print:hidden">
        <button
          type="button"
          className="btn btn-secondary"
          onClick={() =>
            downloadReceipt(statement).catch((error: Error) => showToast(error.message, "error"))
          }
        >
          Save it as PDF
        </button>
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
