import work from '../../ui/work.module.css'
import { licence } from './heic-to-jpeg'

/** What becomes of HEIC pictures, and by what. */
export const HeicNote = () => (
  <p className={work.note}>
    HEIC pictures become JPEGs on their way. They are decoded by{' '}
    <a href={licence} target="_blank" rel="noopener">
      libheif, under the GNU LGPL
    </a>
    .
  </p>
)
