/** Built into React's file, so that React starts with it, in a task before the shop's own. */
// oxlint-disable-next-line import/no-unassigned-import -- see above
import "react-dom/client";
