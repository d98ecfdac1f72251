import { preload } from "react-dom";
import codeFont from "#web/ui/fonts/plex-mono.woff2";
import { type Question, questions } from "./blog/questions.ts";
import { PageHead } from "./page-head.tsx";

export function BlogPage() {
  // Otherwise the font is requested after the style sheet.
  if (import.meta.env.SSR) {
    preload(codeFont, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
  }
  return (
    <div className="wide pb-16 lg:pb-24">
      <PageHead about="Blog" title="Questions from the web bench">
        <p>
          The people who write our catalogue's software are asked these six again and again. Short
          answers on React and JavaScript, with code that runs.
        </p>
      </PageHead>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 border-t-2 border-base-content pt-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <Contents />
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">
          {questions.map((question) => (
            <Card key={question.id} question={question} />
          ))}
        </div>
      </div>
    </div>
  );
}

function Contents() {
  return (
    <nav aria-label="Questions" className="mb-10 lg:sticky lg:top-24 lg:self-start">
      <ol>
        {questions.map(({ id, title }) => (
          <li key={id} className="border-b border-base-300 text-sm">
            <a href={`#${id}`} className="link-hover block py-2.5">
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Card({ question: { id, topic, title, answer, code, note } }: { question: Question }) {
  return (
    <article id={id} aria-labelledby={`${id}-title`} className="border border-base-300 p-5 lg:p-8">
      <p className="text-sm font-semibold text-base-content/75">{topic}</p>
      <h2 id={`${id}-title`} className="mt-2 text-2xl leading-tight font-extrabold lg:text-3xl">
        {title}
      </h2>
      {answer.map((paragraph) => (
        <p key={paragraph} className="mt-4 max-w-prose leading-relaxed">
          {paragraph}
        </p>
      ))}
      <pre className="mt-6 border-s-4 border-base-content/40 bg-base-200 p-4 font-mono text-[0.8125rem] leading-relaxed whitespace-pre-wrap wrap-anywhere">
        <code>{code}</code>
      </pre>
      <p className="mt-4 max-w-prose text-sm leading-relaxed text-base-content/80">{note}</p>
    </article>
  );
}
