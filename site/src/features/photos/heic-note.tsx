import work from '../../ui/work.module.css'
import { licence } from './heic-to-jpeg'

/** How HEIC photos are converted, and the licence of the decoder. */
export const HeicNote = () => (
  <p className={work.note}>
    HEIC photos are converted to JPEG by{' '}
    <a href={licence} target="_blank" rel="noopener">
      libheif, under the GNU LGPL
    </a>
    .
  </p>
)
