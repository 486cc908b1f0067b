const names = new Intl.DisplayNames('en', { type: 'language' })

/** The English name of a language. */
export const englishName = (code: string): string => names.of(code) ?? code
