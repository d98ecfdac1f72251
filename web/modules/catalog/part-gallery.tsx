import { Suspense, useState } from "react";
import { late } from "#web/ui/late.tsx";
import { Picture, useIsShownPicture } from "#web/ui/picture.tsx";

const PictureZoom = late(async () => (await import("#web/ui/picture-zoom.tsx")).PictureZoom);

type Props = { pictures: string[]; name: string };

/** Without script, each picture is a link to itself. */
export function PartGallery({ pictures: all, name }: Props) {
  const pictures = all.filter(useIsShownPicture());
  const [chosen, setChosen] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const at = Math.min(chosen, Math.max(0, pictures.length - 1));
  const shown = pictures[at];
  const sizes = "(min-width: 80rem) 40rem, (min-width: 48rem) 50vw, 100vw";
  if (shown === undefined) {
    return (
      <div className="border border-base-300">
        <Picture src="" alt={name} sizes={sizes} />
      </div>
    );
  }
  return (
    <div className="grid gap-2">
      <a
        href={shown}
        aria-label={`Enlarge the picture of ${name}`}
        aria-haspopup="dialog"
        className="block cursor-zoom-in border border-base-300"
        onClick={(event) => {
          event.preventDefault();
          setOpen(true);
        }}
      >
        <Picture key={shown} src={shown} alt={name} eager sizes={sizes} />
      </a>
      {pictures.length > 1 && (
        <ul className="flex flex-wrap gap-2">
          {pictures.map((picture, index) => (
            <li key={picture} className="w-20 lg:w-24">
              <a
                href={picture}
                aria-label={`Picture ${index + 1} of ${pictures.length}`}
                aria-current={index === at}
                className={`block border-2 ${index === at ? "border-base-content" : "border-base-300"}`}
                onClick={(event) => {
                  event.preventDefault();
                  setChosen(index);
                }}
              >
                <Picture src={picture} alt="" sizes="6rem" />
              </a>
            </li>
          ))}
        </ul>
      )}
      {isOpen && (
        <Suspense>
          <PictureZoom
            pictures={pictures}
            name={name}
            at={at}
            onMove={setChosen}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
