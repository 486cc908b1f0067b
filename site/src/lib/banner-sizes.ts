/** How wide the banner is, for the choice among a photo's widths. */
export const bannerSizes = '(width < 44rem) 9rem, 24rem'
