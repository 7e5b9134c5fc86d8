// The entry: a Worker's module for workerd, outside the types of the tests, which know the browser's globals.
import shop from "../../worker/index.ts";
import { countingDatabase } from "./counted.ts";

export default countingDatabase(shop);
