// The shop on this machine, or with the name of another script that one, on the Node of node_modules.
import { handOver, install } from "./installed.mjs";

const [script = "serve.ts", ...args] = process.argv.slice(2);
install();
handOver(script, args);
