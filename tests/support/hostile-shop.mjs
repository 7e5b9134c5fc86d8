// The entry: a Worker's module for workerd, outside the types of the tests, which know the browser's globals.
import shop from "../../worker/index.ts";
import { amongHostility } from "./hostile.ts";

export default amongHostility(shop);
