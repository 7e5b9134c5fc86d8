import { SampleSet, SmellingSteps } from "../../scent/SampleSet.tsx";

/** What a sample set is, and how to smell it. */
export default function Samples() {
  return (
    <SampleSet>
      <SmellingSteps />
    </SampleSet>
  );
}
