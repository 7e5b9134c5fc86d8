export type AttemptState = "open" | "paid" | "failed" | "expired";

interface AttemptFacts {
  isPaid: boolean;
  /** The gateway said so, of its last try. */
  isDeclined: boolean;
  /** The gateway has said nothing yet. */
  isOpen: boolean;
}
export const attemptStates: Readonly<Record<AttemptState, AttemptFacts>> = {
  open: { isPaid: false, isDeclined: false, isOpen: true },
  paid: { isPaid: true, isDeclined: false, isOpen: false },
  failed: { isPaid: false, isDeclined: true, isOpen: false },
  expired: { isPaid: false, isDeclined: false, isOpen: false },
};
