/** `isDeclined`: of the last try. `isOpen`: the gateway has said nothing yet. */
export const attemptStates = {
  open: { isPaid: false, isDeclined: false, isOpen: true },
  paid: { isPaid: true, isDeclined: false, isOpen: false },
  failed: { isPaid: false, isDeclined: true, isOpen: false },
  expired: { isPaid: false, isDeclined: false, isOpen: false },
};
export type AttemptState = keyof typeof attemptStates;
