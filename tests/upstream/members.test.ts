import { getMe, listAddresses } from "../../worker/upstream/members.ts";
import { uniqueEmail, registrationOf, type UpstreamAnswer } from "../support/upstream-member.ts";
import { getPasswordPolicy, refreshTokens, verifyPassword } from "../../worker/upstream/auth.ts";
import { isDone, refusalOf, shown } from "./readings.ts";
import { ofEverySystem } from "./contract.ts";

ofEverySystem(({ upstream, get, post, send, hasSecondMember }) => {
  const me = async () => shown(getMe, await get("/members/me"));
  const change = (json: object) => send("PATCH", "/members/me", json);
  const addresses = async (token?: string) =>
    shown(listAddresses, await get("/shipping-addresses", token)).data;
  const textsOf = (list: { address: string }[]) => list.map((entry) => entry.address);
  const newText = () => `12 Rose Lane, ${uniqueEmail()}`;
  const add = async (text: string) => {
    const added = await post("/shipping-addresses", { address: text });
    const entry = (await addresses()).find((known) => known.address === text);
    if (entry === undefined) throw new Error(`${text} is not in the list after ${added.status}`);
    return { added, path: `/shipping-addresses/${encodeURIComponent(entry.id)}` };
  };

  test.for(["/members/me", "/shipping-addresses", "/orders/my-orders?skip=0&limit=10"])(
    "%s answers 401 without a token and with an invented one, so that a page refreshes its own",
    async (path) => {
      expect(refusalOf(await upstream().call("GET", path))).toBe(401);
      expect(refusalOf(await get(path, "invented"))).toBe(401);
    },
  );

  test("a member sees their profile and changes what they send", async () => {
    const before = await me();
    const firstName = before.first_name === "Ada" ? "Noor" : "Ada";
    try {
      expect(isDone(await change({ first_name: firstName }))).toBe(true);
      expect(await me()).toMatchObject({ id: before.id, first_name: firstName });
    } finally {
      await change({ first_name: before.first_name });
    }
    expect(await me()).toEqual(before);
  });

  test("a member adds, changes and removes an address", async () => {
    const [first, second] = [newText(), newText()];
    const { added, path } = await add(first);
    expect(added.body).toMatchObject({ address: first });
    expect(isDone(await send("PUT", path, { address: second }))).toBe(true);
    expect(textsOf(await addresses())).toContain(second);
    expect(textsOf(await addresses())).not.toContain(first);
    expect(isDone(await send("DELETE", path))).toBe(true);
    expect(textsOf(await addresses())).not.toContain(second);
  });

  const askAsAnother = async () => {
    const text = newText();
    const { path } = await add(text);
    const token = await upstream().otherToken();
    expect(textsOf(await addresses(token))).not.toContain(text);
    refusalOf(await send("PUT", path, { address: "mine now" }, token));
    refusalOf(await send("DELETE", path, undefined, token));
    expect(textsOf(await addresses())).toContain(text);
    await send("DELETE", path);
  };
  if (hasSecondMember)
    test("another member neither sees nor changes nor removes an address", askAsAnother);
});

ofEverySystem(({ upstream, get }) => {
  const post = (path: string, options = {}) => upstream().call("POST", path, options);
  const signIn = (path: string, username: string, password: string) =>
    post(path, { form: { username, password } });
  const me = (token: string) => get("/members/me", token);
  const accessOf = (answer: UpstreamAnswer) => {
    const verdict = shown(verifyPassword, answer);
    if (!verdict.isSignedIn) throw new Error("the account for tests owes a code");
    return verdict.access;
  };

  test("anybody can read the password policy (R30)", async () => {
    const { min_length, max_length } = shown(getPasswordPolicy, await get("/auth/password-policy"));
    expect(Number(min_length)).toBeLessThanOrEqual(Number(max_length));
  });

  test.for(["/auth/login/password-verify", "/auth/login/access-token"])(
    "%s signs a member in",
    async (path) => {
      const access = accessOf(await signIn(path, upstream().email, upstream().password));
      expect(access.mustChangePassword).toBe(false);
      const { email } = shown(getMe, await me(access.token));
      expect(email.toLowerCase()).toBe(upstream().email.toLowerCase());
    },
  );

  test("an e-mail that nobody has is refused with words", async () => {
    refusalOf(await signIn("/auth/login/password-verify", uniqueEmail(), "Wrong#2026"));
  });

  test("the cookies of a sign-in, sent back as they came, give another access token", async () => {
    const { email, password } = upstream();
    const signedIn = await signIn("/auth/login/password-verify", email, password);
    const cookies = signedIn.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
    expect(cookies.length).toBeGreaterThan(0);
    const headers = { Cookie: cookies.join("; ") };
    const { token } = shown(refreshTokens, await post("/auth/refresh", { headers }));
    shown(getMe, await me(token));
    // An upstream may have none: then its tokens run out.
    await post("/auth/logout", { token, headers });
  });

  test("a refresh without a cookie is refused", async () => {
    refusalOf(await post("/auth/refresh"));
  });

  test("an e-mail that is registered cannot be registered again", async () => {
    refusalOf(await post("/auth/register", { json: registrationOf(upstream().email) }));
  });

  test("a business says its name, and in Taiwan its tax id", async () => {
    const business = { is_business: true, company_name: "Dew", tax_id: "12345678" };
    for (const missing of [{ company_name: "" }, { tax_id: "" }]) {
      const json = registrationOf(uniqueEmail(), { ...business, ...missing });
      refusalOf(await post("/auth/register", { json }));
    }
  });

  test("a password is not changed with a wrong old one, nor to two different new ones (R33)", async () => {
    const { token, email, password } = upstream();
    const chosen = { new_password: "Fresh#2026", confirm_password: "Fresh#2026" };
    const json = { old_password: password, ...chosen };
    for (const change of [{ old_password: "Wrong#2026" }, { confirm_password: "Other#2026" }]) {
      const sent = { ...json, ...change };
      const answer = await post("/auth/change-password", { token, json: sent });
      if (isDone(answer)) {
        const back = { new_password: password, confirm_password: password };
        for (const old_password of [json.new_password, "Other#2026"])
          await post("/auth/change-password", { token, json: { old_password, ...back } });
      }
      refusalOf(answer);
    }
    accessOf(await signIn("/auth/login/password-verify", email, password));
  });

  test("a forgotten password of nobody is passed over or refused with words", async () => {
    const json = { email: uniqueEmail(), language: "en" };
    const answer = await post("/auth/forgot-password", { json });
    if (!isDone(answer)) refusalOf(answer);
  });
});
