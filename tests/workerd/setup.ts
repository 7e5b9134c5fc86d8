import { emptyBackups, emptyTables } from "./ground.ts";

beforeAll(emptyBackups);
beforeEach(emptyTables);
