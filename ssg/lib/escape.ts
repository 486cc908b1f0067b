/** `value` as it stands between tags. */
export const text = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** `value` as it stands between double quotes. */
export const attribute = (value: string): string => text(value).replaceAll('"', '&quot;')
