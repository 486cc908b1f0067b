import type { DetailedHTMLProps, HTMLAttributes } from 'react'

type ElementProps = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>

declare module 'react' {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- React's types are extended so
  namespace JSX {
    interface IntrinsicElements {
      'cv-download': ElementProps
      'phrase-typewriter': ElementProps
      'photo-banner': ElementProps
      'site-header': ElementProps
      'theme-switch': ElementProps
      'user-menu': ElementProps
    }
  }
}
