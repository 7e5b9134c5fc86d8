/** What a password of the reference upstream costs to guess where nobody configures anything; its suites hash cheaply. */
import { expect, test } from "vitest";
import { passwordHashCostOf, type Bindings } from "../../worker/stand-ins/upstream/env.ts";
import { hashPassword } from "../../worker/stand-ins/upstream/identity/passwords.ts";

const costOf = (value?: string) =>
  passwordHashCostOf(
    (value === undefined ? {} : { PASSWORD_HASH_COST: value }) as Omit<Bindings, "DB"> as Bindings,
  );

test("passwords are kept under scrypt at OWASP's cost (R32)", () => {
  expect(hashPassword("Osmanthus|77", costOf())).toMatch(
    /^scrypt\$16384\$8\$5\$[0-9a-f]{32}\$[0-9a-f]{64}$/,
  );
});

test("another cost can be configured", () => {
  expect(hashPassword("Osmanthus|77", costOf("1"))).toMatch(/^scrypt\$2\$8\$5\$/);
});

test.each(["0", "16", "1.5", "", "cheap"])("a cost of %j stops the Worker", (value) => {
  expect(() => costOf(value)).toThrow("PASSWORD_HASH_COST");
});
