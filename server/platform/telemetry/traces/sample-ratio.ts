import { ParentBasedSampler, type Sampler, SamplingDecision } from "@opentelemetry/sdk-trace-node";

/** Ignores the client's `traceparent`: anyone could set its sampled flag. */
export function sampleRatio(share: number): Sampler {
  const { RECORD_AND_SAMPLED, NOT_RECORD } = SamplingDecision;
  const root: Sampler = {
    shouldSample: () => ({ decision: Math.random() < share ? RECORD_AND_SAMPLED : NOT_RECORD }),
    toString: () => `Share(${share})`,
  };
  return new ParentBasedSampler({ root, remoteParentSampled: root, remoteParentNotSampled: root });
}
