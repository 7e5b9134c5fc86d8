import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { responseRefusals, sessions } from "../../worker/store/schema.ts";
import { statement } from "../../worker/store/statement.ts";
import { db, noon, signInMei } from "./database.ts";

const mine = (memberId: string) =>
  db.select().from(sessions).where(eq(sessions.memberId, memberId));

test("the SQL is written once, and each use asks with its own values", async () => {
  let written = 0;
  const ofMember = statement<{ memberId: string }, typeof sessions.$inferSelect>(
    (writer, value) => {
      written += 1;
      return writer
        .select()
        .from(sessions)
        .where(eq(sessions.memberId, value("memberId")));
    },
  );
  await signInMei();
  await signInMei({ id: "chen's", memberId: "chen", mustChangePassword: true }, "chen's first");
  const [ofMei, ofChen, ofNobody] = await db.batch([
    ofMember(db, { memberId: "mei" }),
    ofMember(db, { memberId: "chen" }),
    ofMember(db, { memberId: "' or 1 = 1" }),
  ]);
  expect(ofMei).toEqual(await mine("mei"));
  expect(ofChen).toEqual(await mine("chen"));
  expect(ofChen).toMatchObject([{ mustChangePassword: true, endedAt: null }]);
  expect(ofNobody).toEqual([]);
  expect(written).toBe(1);
});

test("rows are read as their columns say, beside a query of Drizzle's own", async () => {
  const refused = statement<{ id: string }, { refusals: string[] }>((writer, value) =>
    writer
      .select({ refusals: responseRefusals.refusals })
      .from(responseRefusals)
      .where(eq(responseRefusals.responseId, value("id"))),
  );
  await db.insert(responseRefusals).values({
    responseId: "quiz",
    memberId: "mei",
    refusals: ["rose", "oud"],
    createdAt: noon,
  });
  const [found, same] = await db.batch([
    refused(db, { id: "quiz" }),
    db.select({ refusals: responseRefusals.refusals }).from(responseRefusals),
  ]);
  expect(found).toEqual([{ refusals: ["rose", "oud"] }]);
  expect(same).toEqual(found);
});
