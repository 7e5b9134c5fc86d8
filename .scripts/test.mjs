import { handOver, install } from "./installed.mjs";
import { joinGroup, secondsOf } from "./processor-time.mjs";

const started = Date.now();
const group = joinGroup();
install();
const wall = (Date.now() - started) / 1000;
const processor = group === null ? null : secondsOf(group);
process.env.TEST_RUN = JSON.stringify({ group, installation: { wall, processor } });
handOver("verify.ts", process.argv.slice(2));
