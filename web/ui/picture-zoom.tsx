import { ArrowLeft, ArrowRight, X, ZoomIn, ZoomOut } from "lucide-react";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";

type Props = {
  pictures: string[];
  name: string;
  at: number;
  onMove: (at: number) => void;
  onClose: () => void;
};

export function PictureZoom({ pictures, name, at, onMove, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const scrolled = useRef<HTMLDivElement>(null);
  const [isLarge, setLarge] = useState(false);

  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);

  useLayoutEffect(() => {
    const box = scrolled.current;
    if (!isLarge || !box) return;
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = box;
    box.scrollTo((scrollWidth - clientWidth) / 2, (scrollHeight - clientHeight) / 2);
  }, [isLarge]);

  const several = pictures.length > 1;
  const move = (step: number) => {
    setLarge(false);
    onMove((at + step + pictures.length) % pictures.length);
  };

  return (
    <dialog
      ref={dialog}
      aria-label={`Pictures of ${name}`}
      className="m-0 h-dvh max-h-none w-screen max-w-none bg-base-100 text-base-content"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={({ key }) => {
        // Enlarged, the arrows scroll.
        if (isLarge || !several) return;
        if (key === "ArrowLeft") move(-1);
        if (key === "ArrowRight") move(1);
      }}
    >
      <div className="flex h-full flex-col">
        <div className="flex items-center gap-2 border-b border-base-300 p-2">
          <p className="grow ps-2" aria-live="polite">
            {several && `Picture ${at + 1} of ${pictures.length}`}
          </p>
          {several && (
            <>
              <Tool label="Previous picture" onClick={() => move(-1)}>
                <ArrowLeft className="size-5" aria-hidden="true" />
              </Tool>
              <Tool label="Next picture" onClick={() => move(1)}>
                <ArrowRight className="size-5" aria-hidden="true" />
              </Tool>
            </>
          )}
          <Tool label={isLarge ? "Smaller" : "Larger"} onClick={() => setLarge(!isLarge)}>
            {isLarge ? (
              <ZoomOut className="size-5" aria-hidden="true" />
            ) : (
              <ZoomIn className="size-5" aria-hidden="true" />
            )}
          </Tool>
          <Tool label="Close" onClick={onClose}>
            <X className="size-5" aria-hidden="true" />
          </Tool>
        </div>
        {/* In the tab order while it scrolls. */}
        <div
          ref={scrolled}
          className="min-h-0 grow overflow-auto"
          tabIndex={isLarge ? 0 : undefined}
        >
          <img
            src={pictures[at]}
            alt={name}
            className={isLarge ? "w-[max(200%,60rem)] max-w-none" : "size-full object-contain"}
          />
        </div>
      </div>
    </dialog>
  );
}

type ToolProps = { label: string; onClick: () => void; children: ReactNode };

function Tool({ label, onClick, children }: ToolProps) {
  return (
    <button
      type="button"
      className="btn btn-ghost btn-square"
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
