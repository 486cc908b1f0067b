/** `markup` without a mark of the router for its own framework; the browser's router does without it too. */
export const withoutRouterMarks = (markup: string): string => markup.replaceAll(' data-discover="true"', '')
