/** The one function of Node that this Worker uses: WebCrypto has no memory-hard password hash. */
declare module "node:crypto" {
  interface ScryptCost {
    N: number;
    r: number;
    p: number;
    maxmem: number;
  }
  export function scryptSync(
    password: Uint8Array,
    salt: Uint8Array,
    length: number,
    cost: ScryptCost,
  ): Uint8Array;
}
