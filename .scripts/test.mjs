import { handOver, install } from "./installed.mjs";

install();
handOver("verify.ts");
