import type { Guide } from "../guide.ts";
import { account, identity } from "./account.ts";
import { failures } from "./failures.ts";
import { orders } from "./orders.ts";
import { paying } from "./paying.ts";
import { portraits } from "./portraits.ts";
import { quiz, quizBusiness } from "./quiz.ts";
import { visitor, visitorMenus } from "./visitor.ts";

export interface Walk {
  name: string;
  go(guide: Guide): Promise<void>;
  /** It stages outages, which everybody in the same shop would meet. */
  isAlone?: boolean;
}

export const walks: readonly Walk[] = [
  { name: "visitor", go: visitor },
  { name: "menus", go: visitorMenus },
  { name: "identity", go: identity },
  { name: "account", go: account },
  { name: "quiz", go: quiz },
  { name: "quiz-business", go: quizBusiness },
  { name: "paying", go: paying },
  { name: "orders", go: orders },
  { name: "portraits", go: portraits },
  { name: "failures", go: failures, isAlone: true },
];
