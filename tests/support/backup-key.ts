/** What opens the copies of a test's books; `x` is public. */
export const backupKey = {
  kty: "OKP",
  crv: "X25519",
  x: "d0k_rGOwzRCitZRU_3xbSzOyW0XDCorugy6xBQQJRmw",
  d: "oJzTtwhpyN5UtUVocDwsGVChYsZ74raZuDOFuXnsO2o",
};
