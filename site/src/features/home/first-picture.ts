import { frontPageSlug } from '../../api/front-page'
import { readPublic } from '../../api/read-public'
import type { ImageRecord } from '../../api/types'
import { objectPosition } from '../../lib/object-position'
import { reducedMotion } from '../../lib/reduced-motion'

/** How wide the banner is, for the choice among a picture's widths. */
export const bannerSizes = '(width < 44rem) 9rem, 24rem'

export const bannerFailure = 'Failed to load banner images.'

export const srcSet = ({ srcset }: Pick<ImageRecord, 'srcset'>) =>
  srcset?.map(({ url, width }) => `${url} ${width}w`).join(', ') || undefined

/**
 * Shows the first of the front page's pictures in `box`, or says that they could not be loaded, before the app runs. `box`
 * names the class of that message.
 */
export async function showFirstPicture(box: HTMLElement): Promise<void> {
  try {
    const images = await readPublic(`/api/photos/images/?gallery_slug=${frontPageSlug}`)
    const [first] = images as ImageRecord[]
    if (!first) return
    const picture = new Image()
    picture.alt = ''
    picture.sizes = bannerSizes
    picture.srcset = srcSet(first) ?? ''
    picture.style.objectPosition = objectPosition(first.focal_point)
    picture.src = first.image_url
    await picture.decode()
    box.append(picture)
    if (!reducedMotion()) picture.animate([{ opacity: 0 }, {}], 320)
  } catch {
    box.innerHTML = `<p role="status" class="${box.dataset['firstPicture'] ?? ''}">${bannerFailure}</p>`
  }
}

let presses = 0

/** Remembers a press of the banner while there are no pictures to step through. */
export const rememberPress = (): void => {
  presses++
}

/** How many presses were remembered; they are forgotten then. */
export function takePresses(): number {
  const taken = presses
  presses = 0
  return taken
}
