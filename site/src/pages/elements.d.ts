import type { DetailedHTMLProps, HTMLAttributes } from 'react'

type ElementProps = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'contact-form': ElementProps
      'cv-download': ElementProps
      'phrase-typewriter': ElementProps
      'photo-banner': ElementProps
      'photo-gallery': ElementProps
      'site-header': ElementProps
      'theme-switch': ElementProps
      'user-menu': ElementProps
    }
  }
}
