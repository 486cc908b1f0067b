/** The slug of the gallery in the home page's banner. */
export const frontPageSlug = 'page-logos'
