import { createContext, use, useState, useSyncExternalStore } from "react";
import { preload } from "react-dom";

type Props = {
  src: string;
  alt: string;
  sizes: string;
  /** Loaded at once: everywhere, or where the screen has room for several in a row. */
  eager?: boolean | "where-wide";
};

/** Painted together with the text around it. */
const eagerProps = { loading: "eager", decoding: "sync", fetchPriority: "high" } as const;
const lazyProps = { loading: "lazy", decoding: "async" } as const;

const wide = "(min-width: 48rem)";

/** The server does not know the width of the screen: its page preloads for wide ones only. */
function useIsFirst(eager: Props["eager"]): boolean {
  const whereWide = useSyncExternalStore(
    neverChanges,
    () => eager === "where-wide" && matchMedia(wide).matches,
    () => false,
  );
  return eager === true || whereWide;
}

const neverChanges = () => () => {};

/** A box of fixed shape: nothing moves when the picture comes or fails. */
export function Picture({ src, alt, sizes, eager = false }: Props) {
  const [failed, setFailed] = useState(false);
  const isFirst = useIsFirst(eager);
  const isShown = useIsShownPicture();
  if (!isShown(src) || failed) return <NoPicture alt={alt} />;
  const srcSet = buildSrcSet(src);
  if (import.meta.env.SSR && eager === "where-wide") {
    const options = { as: "image", imageSrcSet: srcSet, imageSizes: sizes } as const;
    preload(src, { ...options, media: wide, fetchPriority: "high" });
  }
  return (
    <img
      src={src}
      srcSet={srcSet}
      sizes={sizes}
      alt={alt}
      width={960}
      height={720}
      {...(isFirst ? eagerProps : lazyProps)}
      className="picture aspect-4/3 w-full object-cover"
      onError={() => setFailed(true)}
      // It may have failed before hydration.
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0 && image.currentSrc) setFailed(true);
      }}
    />
  );
}

/** Uploads exist in three widths. */
function buildSrcSet(src: string): string | undefined {
  const own = /^(\/images\/[0-9a-f]{32}\/)960\.webp$/.exec(src);
  return own
    ? [320, 640, 960].map((width) => `${own[1]}${width}.webp ${width}w`).join(", ")
    : undefined;
}

function NoPicture({ alt }: { alt: string }) {
  return (
    <>
      {alt && <span className="sr-only">{alt}</span>}
      <svg aria-hidden="true" viewBox="0 0 96 72" className="aspect-4/3 w-full bg-base-200">
        <g fill="none" stroke="currentColor" strokeOpacity="0.35" strokeWidth="1.2">
          <circle cx="48" cy="36" r="18" />
          <circle cx="48" cy="36" r="7" />
          <path d="M48 10v10M48 52v10M22 36h10M64 36h10" strokeDasharray="3 2" />
        </g>
      </svg>
    </>
  );
}

export const PictureHosts = createContext<readonly string[]>([]);

export const pictureHostsMeta = "picture-hosts";

export function readPictureHosts(): string[] {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${pictureHostsMeta}"]`);
  return meta?.content.split(" ") ?? [];
}

export function useIsShownPicture(): (address: string) => boolean {
  const hosts = use(PictureHosts);
  return (address) => isShownPicture(address, hosts);
}

/** Others are copied first; until then a drawing stands in their place. */
export function isShownPicture(address: string, hosts: readonly string[]): boolean {
  return /^\/images\/./.test(address) || hosts.some((host) => address.startsWith(withSlash(host)));
}

const withSlash = (host: string) => (host.endsWith("/") ? host : `${host}/`);
