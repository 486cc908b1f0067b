import { attribute } from '#model/escape'
import type { User } from '../../api/types'
import { frontPageSlug } from '../../api/front-page'
import { listGalleries } from '../../api/photos'
import { startUpload, type ChosenImage } from '../photos/upload/upload-queue'
import { forgetInputs } from './inputs'
import { forgetSetupToken } from './setup-token'

/**
 * Uploads the photos of the banner of the new site and waits until its pages are there, so that the next screen is that
 * of the new site. What fails here can be repeated on the staff's screens.
 */
export async function enterSite(
  user: User,
  photos: readonly ChosenImage[],
  isThere: () => Promise<boolean>,
): Promise<void> {
  forgetSetupToken()
  forgetInputs()
  await uploadBanner(photos, user).catch(() => undefined)
  for (let asked = 0; asked < mostTimes; asked++) {
    if (await isThere().catch(() => true)) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/** Half a second each. */
const mostTimes = 60

/** Whether the app's document is that of the site of `name`, or that of any site. Parsed, its style would break this document's policy. */
export async function isSiteOf(name?: string): Promise<boolean> {
  const answer = await fetch('/dashboard', { cache: 'no-store' })
  const named = `<meta name="application-name" content="${attribute(name ?? '')}">`
  return (await answer.text()).includes(named) === (name !== undefined)
}

async function uploadBanner(photos: readonly ChosenImage[], user: User): Promise<void> {
  if (photos.length === 0) return
  const gallery = (await listGalleries()).find(({ slug }) => slug === frontPageSlug)
  const details = { title: 'Banner', description: '', gallery: gallery?.id ?? null, scaleDown: false }
  await startUpload(photos, details, user.id)
}
