import { challengeAnsweredMessage } from "../messages.ts";
import { origin } from "./frame.ts";

export function showChallenge(source: string): Promise<void> {
  const title = "3D Secure authentication";
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-label", title);
  Object.assign(dialog.style, {
    border: "0",
    padding: "0",
    margin: "0",
    maxWidth: "none",
    maxHeight: "none",
    position: "fixed",
    inset: "0",
    width: "100vw",
    height: "100dvh",
    zIndex: "2147483647",
    background: "rgba(0, 0, 0, 0.55)",
    display: "grid",
    placeItems: "center",
  });
  const frame = document.createElement("iframe");
  frame.title = title;
  frame.src = `${origin}/3d-secure/${source}?${new URLSearchParams({ shop: window.origin })}`;
  Object.assign(frame.style, {
    border: "0",
    borderRadius: "8px",
    background: "#fff",
    colorScheme: "light",
    width: "min(500px, 92vw)",
    height: "min(600px, 88dvh)",
  });
  dialog.append(frame);
  // Escape must not close it: the payment would stay undecided.
  dialog.addEventListener("cancel", (event) => event.preventDefault());
  document.body.append(dialog);
  dialog.showModal();
  frame.focus();
  return new Promise((resolve) => {
    window.addEventListener("message", function onMessage(event) {
      const isBank = event.origin === origin && event.source === frame.contentWindow;
      if (!isBank || event.data !== challengeAnsweredMessage) return;
      window.removeEventListener("message", onMessage);
      dialog.close();
      dialog.remove();
      resolve();
    });
  });
}
