import { frontPageSlug } from '../../api/front-page'
import { readPublic } from '../../api/read-public'
import type { ImageRecord } from '../../api/types'
import { objectPosition } from '../../lib/object-position'
import { reducedMotion } from '../../lib/reduced-motion'

/** How wide the banner is, for the choice among a picture's widths. */
export const bannerSizes = '(width < 44rem) 9rem, 24rem'

export const bannerFailure = 'Failed to load banner images.'

export const srcSet = ({ srcset }: Pick<ImageRecord, 'srcset'>) =>
  srcset.map(({ url, width }) => `${url} ${width}w`).join(', ') || undefined

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

let steps = 0

/** Remembers that the banner was to advance before the app runs. */
export const rememberStep = (): void => {
  steps++
}

/** Returns how many steps were remembered, and forgets them. */
export function takeSteps(): number {
  const taken = steps
  steps = 0
  return taken
}
