/** Characters that no screen shows: two addresses that look the same could be two mailboxes. */
export const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u

/**
 * A mail address with its domain in ASCII and lower case, the form that browsers send. Invalid
 * addresses are returned unchanged.
 *
 * @param {string} address
 */
export function asciiMailAddress(address) {
  const [, local, domain] = /^(.*@)([^@/:?#\\]+)$/.exec(address) ?? []
  if (domain === undefined || invisible.test(address) || !URL.canParse(`http://${domain}`)) return address
  return local + new URL(`http://${domain}`).hostname
}
