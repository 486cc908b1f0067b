/** Characters that no screen shows: two addresses that look the same could be two mailboxes. */
export const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u

/**
 * A mail address with its domain in ASCII and lower case, as browsers send it; one with an invisible character, and what
 * has no domain, as it is. scripts/new-owner runs this without the packages.
 *
 * @param {string} address
 */
export function asciiMailAddress(address) {
  const [, local, domain] = /^(.*@)([^@/:?#\\]+)$/.exec(address) ?? []
  if (domain === undefined || invisible.test(address) || !URL.canParse(`http://${domain}`)) return address
  return local + new URL(`http://${domain}`).hostname
}
