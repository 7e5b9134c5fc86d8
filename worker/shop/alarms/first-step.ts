/** What to type first, by the alarm's name; `.docs/operate/alarms.md` says why. */
const logs = (words: string) => `npx wrangler tail sillage-api --env= --search '${words}'`;
const health = "curl https://HOST/api/health";
const refunds = "npm run payments -- refunds --remote";
const waiting = "npm run payments -- waiting --remote";
const publish = "npm run content:publish -- --remote";

const steps: Record<string, string> = {
  "notices about our trades are refused": logs("payment message refused"),
  "the gateway gives no usable answer": logs("ECPay"),
  "notices do not get through": health,
  "an attempt ran out without an answer": "npm run payments -- attempt ORDER --remote",
  "payment message quarantined": waiting,
  "payment messages wait for people": waiting,
  "an order was paid twice, or after it was cancelled": refunds,
  "a payment must be refunded": refunds,
  "a refund was refused": refunds,
  "a refund is unclear": refunds,
  "questions to the gateway are late": waiting,
  "an invariant is broken": "npm run invariants -- --remote",
  "events for the upstream are late": health,
  "answers fail": logs("request failed"),
  "the upstream does not answer": health,
  "the published texts are gone": publish,
  "calls of the upstream stay held back": health,
  "the schedule does not reach its database":
    "npx wrangler d1 info sillage-shop -c worker/wrangler.api.toml",
  "published content is broken": publish,
};

/** Of most, the log's lines of that name are the first thing to see. */
export function firstStep(name: string): string {
  const [kind = ""] = name.split(": ", 1);
  return steps[kind] ?? logs(kind);
}
