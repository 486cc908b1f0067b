/** The gallery whose pictures the front page shows. */
export const frontPageSlug = 'page-logos'
