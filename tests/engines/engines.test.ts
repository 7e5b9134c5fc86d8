import { newMember } from "../support/new-member.ts";
import { isHere, openEngines, visit } from "./shop.ts";
import { buySampleSet } from "./walks.ts";

const engines = await openEngines();
afterAll(() => engines?.close());

test.concurrent.for([
  { name: "firefox", language: "ja" },
  { name: "webkit", language: "zh" },
] as const)("a member takes the quiz and pays for samples in $name", async (cast, { skip }) => {
  const { name, language } = cast;
  if (!isHere(name)) skip("not installed");
  const { shop, origin } = engines;
  const [member, engine] = await Promise.all([newMember(shop, { language }), engines.engine(name)]);
  await visit({ engine, language, origin, width: 390 }, (screen) => buySampleSet(screen, member));
});
