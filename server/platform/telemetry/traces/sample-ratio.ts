import { ParentBasedSampler, type Sampler, SamplingDecision } from "@opentelemetry/sdk-trace-node";

/**
 * The shop alone decides which requests are recorded. A visitor chooses the trace id and the sampled
 * flag of their `traceparent`, so neither may count.
 */
export function sampleRatio(share: number): Sampler {
  const { RECORD_AND_SAMPLED, NOT_RECORD } = SamplingDecision;
  const root: Sampler = {
    shouldSample: () => ({ decision: Math.random() < share ? RECORD_AND_SAMPLED : NOT_RECORD }),
    toString: () => `Share(${share})`,
  };
  return new ParentBasedSampler({ root, remoteParentSampled: root, remoteParentNotSampled: root });
}
