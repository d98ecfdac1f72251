import { CopyText } from "#web/ui/copy-text.tsx";

export function CodeBlock({ name, code }: { name: string; code: string }) {
  return (
    <div className="relative border border-base-300 bg-base-200">
      <pre className="p-4 pb-12 font-mono text-sm leading-relaxed whitespace-pre-wrap wrap-anywhere">
        {code}
      </pre>
      <div className="absolute end-1 bottom-1 flex flex-row-reverse items-center gap-2">
        <CopyText label={`Copy: ${name}`} text={code} />
      </div>
    </div>
  );
}
