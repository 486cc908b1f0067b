/** `path` as it is compared: with a slash at its end it names the same screen as without. */
export const withoutSlash = (path: string): string => path.replace(/\/+$/, '') || '/'
