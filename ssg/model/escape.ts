/** `value` escaped for text between tags. */
export const text = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** `value` escaped for an attribute in double quotes. */
export const attribute = (value: string): string => text(value).replaceAll('"', '&quot;')
