/** Whether the visitor asked their system for less motion, at this moment. */
export const reducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches
