/** The banner's width, for the `sizes` attribute. */
export const bannerSizes = '(width < 44rem) 9rem, 24rem'
