import { useEffect, useRef } from "react";

type Trust = {
  createPolicy(name: string, rules: object): { createHTML(html: string): string };
};
const { trustedTypes } = globalThis as { trustedTypes?: Trust };
/** In the frame no script runs. */
const policy = trustedTypes?.createPolicy("letter-preview", { createHTML: (html: string) => html });

/** The pages' policy allows no styles in HTML, which letters need: they are set one by one. */
export function LetterFrame({ html }: { html: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const bare = html.replaceAll(' style="', ' data-style="');
    if (frame.current) frame.current.srcdoc = policy ? policy.createHTML(bare) : bare;
  }, [html]);

  function setStyles() {
    const shown = frame.current?.contentDocument;
    if (!frame.current || !shown) return;
    for (const element of shown.querySelectorAll<HTMLElement>("[data-style]")) {
      element.style.cssText = element.dataset.style ?? "";
    }
    for (const link of shown.links) {
      link.style.pointerEvents = "none";
      link.tabIndex = -1;
    }
    frame.current.style.height = `${shown.documentElement.scrollHeight + 2}px`;
  }

  return (
    <iframe
      ref={frame}
      title="The letter"
      sandbox="allow-same-origin"
      className="min-h-64 w-full border border-base-300"
      onLoad={setStyles}
    />
  );
}
