import { useEffect, useRef, useState } from "react";
import { openDetector, readVinCode } from "./vin-codes.ts";

type Props = { onFound: (vin: string) => void; onClose: () => void };

const pauseMs = 200;
const notAllowed =
  "The camera cannot be used. Allow it in the settings of your browser, or type the VIN.";

/** The camera, until it sees the bar code of a VIN. No picture leaves the browser. */
export function VinScan({ onFound, onClose }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const end = useRef<HTMLButtonElement>(null);
  const found = useRef(onFound);
  found.current = onFound;
  const [problem, setProblem] = useState<string>();

  // The button that began it is gone.
  useEffect(() => end.current?.focus(), []);

  useEffect(() => {
    let stream: MediaStream | undefined;
    let isOver = false;
    function stop() {
      isOver = true;
      for (const track of stream?.getTracks() ?? []) track.stop();
    }
    async function watch(shown: HTMLVideoElement) {
      const detector = await openDetector();
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      if (isOver) return stop();
      shown.srcObject = stream;
      await shown.play();
      while (!isOver) {
        const codes = await detector.detect(shown).catch(() => []);
        const [vin] = codes.flatMap(({ rawValue }) => readVinCode(rawValue) ?? []);
        if (isOver) return;
        if (vin !== undefined) return found.current(vin);
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
    if (video.current) watch(video.current).catch(() => !isOver && setProblem(notAllowed));
    return stop;
  }, []);

  return (
    <div className="grid gap-2">
      {problem ? (
        <p role="alert" className="text-sm font-medium text-error">
          {problem}
        </p>
      ) : (
        <>
          <video ref={video} muted playsInline aria-label="Camera" className="w-full bg-black" />
          <p role="status" className="text-sm">
            Hold the bar code on the frame of the driver's door before the camera.
          </p>
        </>
      )}
      <button ref={end} type="button" className="btn btn-outline" onClick={onClose}>
        Type it instead
      </button>
    </div>
  );
}
