const fewestCharacters = 8;

/** Whether no generator made this: few characters, one stretch repeated, or alphabetical runs. */
export function isGuessable(secret: string): boolean {
  return (
    new Set(secret).size < fewestCharacters || isOneStretch(secret) || isMostlyRuns([...secret])
  );
}

function isOneStretch(secret: string): boolean {
  const half = Math.floor(secret.length / 2);
  for (let length = 1; length <= half; length += 1)
    if (secret.startsWith(secret.slice(length))) return true;
  return false;
}

/** Two neighbours in three: random letters are far from it, even hexadecimal ones. */
export function isMostlyRuns(characters: readonly string[]): boolean {
  const codes = characters.map((character) => character.charCodeAt(0));
  const near = codes.filter((code, at) => at > 0 && Math.abs(code - (codes[at - 1] ?? 0)) <= 1);
  return near.length * 3 > (codes.length - 1) * 2;
}
