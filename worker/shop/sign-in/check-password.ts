/** First step of a sign-in: the upstream checks the password. */
import type { SignInForm } from "#contract/auth";
import type { Deps } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { verifyPassword } from "../../upstream/auth.ts";
import { enforceRate } from "../limits/enforce-rate.ts";
import { enforceLimits, everybody, takeBack, type LimitOf } from "../limits/enforce-limit.ts";
import { codeKeyOf, guesserOf, signInSourceOf, type Guesser } from "../limits/guesser.ts";
import { memberKeyOf } from "../limits/member-key.ts";
import type { BrowserFacts } from "../sessions/start-session.ts";
import { completeSignIn, openChallenge, type SignInOutcome } from "./complete-sign-in.ts";

export async function checkPassword(
  deps: Deps,
  browser: BrowserFacts,
  form: SignInForm,
): Promise<SignInOutcome> {
  const memberKey = await memberKeyOf(deps, form.username);
  const guesser = await guesserOf(deps, browser, form.username);
  const failure = failureOf(guesser);
  await enforceLimits(deps, failure);
  const { body: verdict, cookies } = await askUpstream(deps, guesser, form, memberKey);
  const success = takeBack(deps, ...failure);
  const owner = {
    memberKey,
    limitKey: await codeKeyOf(deps, guesser, memberKey, form.password),
  };
  // By password and guesser, so that nobody keeps out others; before a code is used up.
  await enforceRate(deps, "sign-in", "member", `${owner.limitKey}:${guesser.subject}`).catch(
    async (error: unknown) => {
      await deps.db.batch([success]);
      throw error;
    },
  );
  if (verdict.isSignedIn) {
    const signIn = { ...owner, access: verdict.access, cookies, hasPassedSecondStep: false };
    return completeSignIn(deps, browser, signIn, success);
  }
  const challenge = { ...owner, secret: verdict.tempToken, memberId: null };
  const tempToken = await openChallenge(deps, challenge, success);
  return { isSignedIn: false, tempToken, secondStep: "mail" };
}

/** What a wrong password counts against. */
function failureOf({ limit, subject }: Guesser): readonly LimitOf[] {
  const own: LimitOf = [limit, subject];
  return limit === "sign-in:browser" ? [own] : [own, ["sign-in:all", everybody]];
}

async function askUpstream(deps: Deps, guesser: Guesser, form: SignInForm, memberKey: string) {
  const signInSource = await signInSourceOf(deps, guesser);
  try {
    return await verifyPassword(deps.upstream, {
      body: { username: form.username, password: form.password },
      ...(signInSource === null ? {} : { signInSource }),
    });
  } catch (error) {
    const isRefusal = error instanceof ShopError && error.status < 500;
    // Only wrong passwords count, not outages.
    if (!isRefusal) await takeBack(deps, ...failureOf(guesser));
    else
      deps.log.info("sign_in.refused", {
        code: error.code,
        subject: memberKey,
        client: await deps.clientKey(),
      });
    throw error;
  }
}
