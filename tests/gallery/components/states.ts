/** What the walk draws as focused, all at once, and the dialogs that it opens one after the other. */
export const focused = "focused";
export const opened = ["centre", "reading", "start", "end"] as const;
