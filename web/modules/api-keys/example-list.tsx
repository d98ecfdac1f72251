import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { orderCalls } from "#contract/orders.ts";
import { partEditCalls } from "#contract/part-edits.ts";
import { roleNames } from "#contract/rules/roles.ts";
import { call } from "#web/app/call.ts";
import { RadioGroup } from "#web/ui/choice.tsx";
import { InlineLoading, LoadFailed, Note } from "#web/ui/placeholder.tsx";
import {
  type CallExample,
  callExamples,
  type ExampleLanguage,
  exampleLanguages,
  receiverExample,
  writeExample,
} from "./call-examples.ts";
import { CodeBlock } from "./code-block.tsx";
import { RunExample } from "./run-example.tsx";

const exampleThings = () =>
  queryOptions({
    queryKey: ["example-things"],
    queryFn: async ({ signal }) => {
      const limit = 1;
      const [[part], [toShip]] = await Promise.all([
        call(partEditCalls.managed, { query: { limit } }, signal),
        call(orderCalls.all, { query: { state: "to-ship", limit } }, signal),
      ]);
      return part ? { part, ...(toShip && { order: toShip._id }) } : null;
    },
    staleTime: 60_000,
  });

export function ExampleList() {
  const { data, error, refetch } = useQuery(exampleThings());
  const [language, setLanguage] = useState<ExampleLanguage>("curl");
  const [key] = useState(() => crypto.randomUUID());
  if (error && data === undefined) {
    return <LoadFailed title="The examples could not be fetched" error={error} retry={refetch} />;
  }
  if (data === undefined) return <InlineLoading />;
  if (data === null) {
    return (
      <Note title="No products yet">
        <p>The examples are about a product of the shop. Add one first.</p>
      </Note>
    );
  }
  return (
    <>
      <RadioGroup
        label="Language"
        choices={exampleLanguages}
        value={language}
        onChoose={setLanguage}
      />
      {callExamples({ ...data, key }).map((example) => (
        <Example key={example.id} example={example} language={language} />
      ))}
      <section aria-labelledby="receiver" className="border-t border-base-300 py-6">
        <h3 id="receiver" className="text-lg font-bold">
          Receive webhooks
        </h3>
        <p className="mt-1 mb-3 max-w-prose">
          Checks each message with the secret, in the environment as WEBHOOK_SECRET, and skips what
          it has seen. JavaScript; there are libraries of Standard Webhooks for other languages.
        </p>
        <CodeBlock name="Receive webhooks" code={receiverExample} />
      </section>
    </>
  );
}

type Props = { example: CallExample; language: ExampleLanguage };

function Example({ example, language }: Props) {
  const { id, title, says, method, role } = example;
  return (
    <section aria-labelledby={id} className="border-t border-base-300 py-6 first-of-type:mt-6">
      <h3 id={id} className="text-lg font-bold">
        {title}
      </h3>
      <p className="mt-1 mb-3 max-w-prose">
        {says} <span className="text-base-content/75">Role of the key: {roleNames[role]}.</span>
      </p>
      <CodeBlock name={title} code={writeExample(language, location.origin, example)} />
      {method === "GET" && <RunExample example={example} />}
    </section>
  );
}
