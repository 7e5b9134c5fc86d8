import { beforeAll, beforeEach } from "vitest";
import { emptyBackups, emptyTables } from "./ground.ts";

beforeAll(emptyBackups);
beforeEach(emptyTables);
