/** What a sign-in tells the log, and which sign-in a code is judged for. */
import { expect, test } from "vitest";
import { ShopError } from "../../worker/errors/shop-error.ts";
import { verifyToken } from "../../worker/shop/sessions/tokens.ts";
import { checkPassword } from "../../worker/shop/sign-in/check-password.ts";
import { requestCode } from "../../worker/shop/sign-in/request-code.ts";
import { verifyCode } from "../../worker/shop/sign-in/verify-code.ts";
import { noon, refuses } from "./database.ts";
import { portsWith } from "./ports.ts";

const browser = {
  address: "203.0.113.9",
  userAgent: "Firefox",
  country: null,
  refreshToken: null,
  guestCartId: null,
  browserId: null,
};
/** By the ticket that the upstream gave for the password. */
const codes: Record<string, string> = { "mei's ticket": "111111", "noor's ticket": "222222" };

/** Of whoever signs in a code is owed, where the password is not plain. */
function visit() {
  const ports = portsWith({
    answers: (path, { body, bearer }) => {
      const { username, password, code } = Object(body);
      if (password === "wrong") throw new ShopError("wrong_credentials", { status: 401 });
      if (path === "/auth/login/password-verify")
        return password === "plain"
          ? { access_token: "hers" }
          : { temp_token: `${username}'s ticket` };
      if (path === "/auth/login/verify-otp" && codes[bearer ?? ""] !== code)
        throw new ShopError("otp_wrong", { status: 400 });
      return path === "/members/me" ? { id: "mei", email: "mei@x.test" } : { access_token: "hers" };
    },
  });
  const { deps } = ports;
  const signIn = (username: string, password: string) =>
    checkPassword(deps, browser, { username, password });
  const begin = async (username: string) => {
    const outcome = await signIn(username, "right");
    const token = outcome.isSignedIn ? "" : outcome.tempToken;
    const id = await verifyToken(["the session secret of this test"], "pre_otp", token, noon);
    await requestCode(deps, id?.sub ?? "", browser.address, "en");
    return (code: string) => verifyCode(deps, id?.sub ?? "", browser, code);
  };
  return { signIn, begin, said: ports.said };
}

test("a right password, a wrong one and a wrong code each leave a line of the log", async () => {
  const { signIn, begin, said } = visit();
  const lineOf = async (act: () => Promise<unknown>) => {
    said.length = 0;
    await act().catch((error: unknown) => expect(error).toBeInstanceOf(ShopError));
    return said;
  };
  const enter = await begin("mei");
  const line = (event: string) => [["info", event]];
  expect(await lineOf(() => signIn("mei", "plain"))).toEqual(line("sign_in.succeeded"));
  expect(await lineOf(() => signIn("mei", "wrong"))).toEqual(line("sign_in.refused"));
  expect(await lineOf(() => enter("222222"))).toEqual(line("sign_in.code_refused"));
  expect(await lineOf(() => enter("111111"))).toEqual(line("sign_in.succeeded"));
});

test("a code is judged for the sign-in that it was sent for", async () => {
  const { begin } = visit();
  const [enterMei, enterNoor] = [await begin("mei"), await begin("noor")];
  await refuses(enterNoor("111111"), "otp_wrong");
  await refuses(enterMei("222222"), "otp_wrong");
  expect(await enterMei("111111")).toMatchObject({ isSignedIn: true });
  expect(await enterNoor("222222")).toMatchObject({ isSignedIn: true });
});
