import { Note } from '../../../ui/note'
import { licence } from './heic-to-jpeg'

/** Says how HEIC photos are converted, and links to the decoder's licence. */
export const HeicNote = () => (
  <Note>
    HEIC photos are converted to JPEG by{' '}
    <a href={licence} target="_blank" rel="noopener">
      libheif, under the GNU LGPL
    </a>
    .
  </Note>
)
