/** How wide the banner is, for the choice among a picture's widths. */
export const bannerSizes = '(width < 44rem) 9rem, 24rem'
