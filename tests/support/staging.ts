/** A deployed shop before ECPay's staging environment. */
export const staging = {
  ECPAY_ENVIRONMENT: "stage",
  PUBLIC_ORIGIN: "https://shop.example",
  ALLOW_STAGE_ON: "shop.example",
};
