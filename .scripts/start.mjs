import { handOver, install } from "./installed.mjs";

install();
handOver("serve.ts");
