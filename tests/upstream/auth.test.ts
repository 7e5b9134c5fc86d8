import { expect, test } from "vitest";
import { access, isDone, member, policy, refreshed, refusalOf, shown } from "./documented.ts";
import { ofEverySystem } from "./contract.ts";
import { registrationOf, uniqueEmail } from "../support/upstream-member.ts";

ofEverySystem(({ upstream, get }) => {
  const post = (path: string, options = {}) => upstream().call("POST", path, options);
  const signIn = (path: string, username: string, password: string) =>
    post(path, { form: { username, password } });
  const me = (token: string) => get("/members/me", token);

  test("anybody can read the password policy (R30)", async () => {
    const { min_length, max_length } = shown(policy, await get("/auth/password-policy"));
    expect(Number(min_length)).toBeLessThanOrEqual(Number(max_length));
  });

  test.for(["/auth/login/password-verify", "/auth/login/access-token"])(
    "%s signs a member in",
    async (path) => {
      const { access_token, must_change_password } = shown(
        access,
        await signIn(path, upstream().email, upstream().password),
      );
      expect(Boolean(must_change_password)).toBe(false);
      expect(shown(member, await me(access_token)).email.toLowerCase()).toBe(
        upstream().email.toLowerCase(),
      );
    },
  );

  test("an e-mail that nobody has is refused with words", async () => {
    refusalOf(await signIn("/auth/login/password-verify", uniqueEmail(), "Wrong#2026"));
  });

  test("the cookies of a sign-in, sent back as they came, give another access token", async () => {
    const signedIn = await signIn(
      "/auth/login/password-verify",
      upstream().email,
      upstream().password,
    );
    const cookies = signedIn.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
    expect(cookies.length).toBeGreaterThan(0);
    const { access_token } = shown(
      refreshed,
      await post("/auth/refresh", { headers: { Cookie: cookies.join("; ") } }),
    );
    shown(member, await me(access_token));
  });

  test("a refresh without a cookie is refused", async () => {
    refusalOf(await post("/auth/refresh"));
  });

  test("an e-mail that is registered cannot be registered again", async () => {
    refusalOf(await post("/auth/register", { json: registrationOf(upstream().email) }));
  });

  test("a business says its name, and in Taiwan its tax id", async () => {
    const business = { is_business: true, company_name: "Dew", tax_id: "12345678" };
    for (const missing of [{ company_name: "" }, { tax_id: "" }])
      refusalOf(
        await post("/auth/register", {
          json: registrationOf(uniqueEmail(), { ...business, ...missing }),
        }),
      );
  });

  test("a password is not changed with a wrong old one, nor to two different new ones (R33)", async () => {
    const json = {
      old_password: upstream().password,
      new_password: "Fresh#2026",
      confirm_password: "Fresh#2026",
    };
    for (const change of [{ old_password: "Wrong#2026" }, { confirm_password: "Other#2026" }])
      refusalOf(
        await post("/auth/change-password", {
          token: upstream().token,
          json: { ...json, ...change },
        }),
      );
    shown(
      access,
      await signIn("/auth/login/password-verify", upstream().email, upstream().password),
    );
  });

  test("a forgotten password of nobody is passed over or refused with words", async () => {
    const answer = await post("/auth/forgot-password", {
      json: { email: uniqueEmail(), language: "en" },
    });
    if (!isDone(answer)) refusalOf(answer);
  });
});
