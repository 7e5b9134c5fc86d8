const hostOf = (url: string) => new URL(url).hostname;

export const isLoopback = (url: string) =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostOf(url));

/** A number or this machine, where no service of the internet is. `URL` writes numbers in one way. */
export const isAddress = (url: string) => isLoopback(url) || /^(\[|[\d.]+$)/.test(hostOf(url));

/** Reserved for documentation (RFC 2606): nobody can own one, so it was not replaced yet. */
export const isPlaceholder = (url: string) =>
  /(^|\.)(example|invalid|example\.(com|net|org))\.?$/.test(hostOf(url));
