export const noon = Date.UTC(2026, 10, 21, 12);
export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const dayMs = 24 * 60 * minuteMs;
