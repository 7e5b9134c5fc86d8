import type { SampleItemType } from "./item-kind.ts";

export const ordersPageSize = 10;
export const orderCheckPageSize = 100;
export const cartLifetimeDays = 30;
export const otpDigits = 6;
export const otpResendSeconds = 60;
export const productsPerSet: Readonly<Record<SampleItemType, number>> = { JAR: 3, SAMPLE_PAPER: 5 };
export const maxSampleSetsAtCheckout = 1;
/** How long the upstream keeps an order that nobody pays. */
export const unpaidOrderHours = 24;
export const labelTextMaxWeight = 20;
export const chatTextMaxLength = 2_000;
export const answerTextMaxLength = 1_000;
export const consentScrollTolerancePx = 5;
