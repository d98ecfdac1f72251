import type { Reply } from "#contract/call.ts";
import type { vehicleCalls } from "#contract/fitment.ts";
import type { Term } from "#contract/rules/fit.ts";
import { describeAnswers } from "#contract/rules/fit-words.ts";

type Judged = Reply<typeof vehicleCalls.judge>;
type Props = {
  question: NonNullable<Judged["question"]>;
  facts: Judged["facts"];
  onAnswer: (term: Term) => void;
};

export function ListQuestion({ question: { fact, decides, of, answers }, facts, onAnswer }: Props) {
  const { question, whereToLook } = facts.find(({ key }) => key === fact) ?? {};
  const words = describeAnswers(answers, facts);
  return (
    <section
      aria-label="One question"
      className="needs-script grid gap-2 border border-s-4 border-info bg-info/8 p-4"
    >
      <p>
        <strong>{question}</strong> {decides > 0 && `This settles ${decides} of ${of} parts.`}
      </p>
      <ul className="flex flex-wrap gap-2">
        {answers.map((term, at) => (
          <li key={JSON.stringify(term)}>
            <button type="button" className="btn btn-outline" onClick={() => onAnswer(term)}>
              {words[at]}
            </button>
          </li>
        ))}
      </ul>
      {whereToLook && <p className="text-sm text-base-content/80">{whereToLook}.</p>}
    </section>
  );
}
