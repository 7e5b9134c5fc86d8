export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

/** A number or this machine, where no service of the internet is. `URL` writes numbers in one way. */
export function isAddress(url: string): boolean {
  return isLoopback(url) || /^(\[|[\d.]+$)/.test(new URL(url).hostname);
}

/** Reserved for documentation (RFC 2606): nobody can own one, so it was not replaced yet. */
export function isPlaceholder(url: string): boolean {
  return /(^|\.)(example|invalid|example\.(com|net|org))\.?$/.test(new URL(url).hostname);
}
