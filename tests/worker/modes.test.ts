import { borrowShop } from "../support/borrowed.ts";
import {
  attemptOf,
  knownAtEcpay,
  newAttempt,
  notify,
  outboxOf,
  signedNotice,
} from "../support/payments.ts";
import { rawRequest } from "../support/network.ts";
import { startShop, type Shop, staging } from "../support/shop.ts";

const acknowledged = { status: 200, text: "1|OK" };

/** Its cashier is what the staging shop reaches at ECPay's address. */
let local: Shop;
let stage: Shop;
beforeAll(async () => {
  local = await borrowShop();
  stage = await startShop({
    vars: staging,
    outbound: async (request) => {
      const { origin, pathname } = new URL(request.url);
      if (origin !== "https://payment-stage.ecpay.com.tw")
        return new Response(null, { status: 404 });
      const headers = { "Content-Type": request.headers.get("Content-Type") ?? "" };
      const body = await request.text();
      return local.fetch(`/local/ecpay${pathname}`, { method: request.method, headers, body });
    },
  });
});
afterAll(() => stage.close());

test("in stage a signed notice settles nothing by itself, for its keys are published; ECPay's answer does (R55)", async () => {
  const [unpaid, paid] = [await newAttempt(stage), await newAttempt(stage)];
  await knownAtEcpay(local, unpaid, null);
  await knownAtEcpay(local, paid, "paid");
  for (const attempt of [unpaid, paid])
    expect(await notify(stage, await signedNotice(attempt))).toMatchObject(acknowledged);
  const rowOf = ({ merchantTradeNo }: typeof paid) => attemptOf(stage, merchantTradeNo);
  await expect.poll(async () => (await rowOf(paid)).state).toBe("paid");
  expect(await outboxOf(stage, paid.orderId)).toMatchObject([{ kind: "order.paid" }]);
  await expect.poll(async () => (await rowOf(unpaid)).query_count).toBe(1);
  expect(await rowOf(unpaid)).toMatchObject({ state: "open", trade_no: null });
});

test("in stage a page posts forms to that one host of ECPay, and nobody knows the stand-ins (R2)", async () => {
  const policy = (await stage.fetch("/zh/home")).headers.get("content-security-policy");
  expect(policy).toContain("form-action 'self' https://payment-stage.ecpay.com.tw; ");
  expect((await stage.fetch("/local/mail.json")).status).toBe(404);
  for (const path of ["/local/ecpay/", "/local/mail/x", "/local/service/fault"])
    expect((await stage.fetch(path)).status, path).toBe(302);
});

test.each(["shop.example", "evil.example:5173", "192.168.1.7", "127.0.0.1.evil.example"])(
  "local mode, which shows everybody's mails, answers nobody who calls it %s (R55)",
  async (host) => {
    for (const path of ["/local/mail.json", "/local/ecpay/", "/api/v1/config", "/zh/home"]) {
      const answer = await rawRequest(local, { path, headers: { Host: host } });
      expect([404, 500], path).toContain(answer.status);
      expect(answer.text, path).not.toContain("@");
    }
    const own = { path: "/local/mail.json", headers: { Host: "localhost:5173" } };
    expect((await rawRequest(local, own)).status).toBe(200);
  },
);

test("a configuration that is refused answers nothing but an apology, and its reason is in the log alone (R5, R55, R67)", async () => {
  const wrong = await startShop({ vars: { PUBLIC_ORIGIN: "https://shop.example" } });
  try {
    const call = await wrong.fetch("/api/v1/config");
    expect([call.status, Object.keys(await call.json()).sort()]).toEqual([
      500,
      ["code", "requestId"],
    ]);
    expect((await wrong.fetch("/local/mail.json")).status).toBe(500);
    const page = await wrong.fetch("/ja/home", { headers: { Accept: "text/html" } });
    expect([page.status, page.headers.get("x-frame-options")]).toEqual([500, "DENY"]);
    const html = await page.text();
    expect(html).toMatch(/忙碌.*busy.*しばらく.*[0-9a-f-]{36}/s);
    expect(html).toContain('<p lang="ja">');
    expect(html).not.toContain("PUBLIC_ORIGIN");
    await expect
      .poll(() => wrong.logs().join("\n"))
      .toContain("PUBLIC_ORIGIN is not of this machine");
  } finally {
    await wrong.close();
  }
});
