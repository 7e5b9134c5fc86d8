import { useState } from "react";
import { signInAnswer } from "#contract/auth";
import { api } from "../../api/client.ts";
import { useAuth } from "../../stores/auth.ts";

export function useCodeCheck(tempToken: string) {
  const [failure, setFailure] = useState<unknown>(null);
  const [isChecking, setChecking] = useState(false);
  const clear = () => setFailure(null);

  const check = async (code: string) => {
    if (isChecking) return;
    setChecking(true);
    clear();
    try {
      const answer = await api.send("POST", "/auth/login/verify-otp", {
        json: { code },
        schema: signInAnswer,
        headers: { Authorization: `Bearer ${tempToken}` },
      });
      const { needsOtp, signedIn, pendingEmail } = useAuth.getState();
      if ("temp_token" in answer)
        needsOtp({ tempToken: answer.temp_token, email: pendingEmail ?? "", by: "app" });
      else
        signedIn({
          accessToken: answer.access_token,
          mustChangePassword: answer.must_change_password,
        });
    } catch (error) {
      setFailure(error);
      setChecking(false);
    }
  };

  return { check, failure, isChecking, clear };
}
