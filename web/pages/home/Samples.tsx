import { SampleSet, SmellingSteps } from "../../scent/SampleSet.tsx";

export default function Samples() {
  return (
    <SampleSet>
      <SmellingSteps />
    </SampleSet>
  );
}
