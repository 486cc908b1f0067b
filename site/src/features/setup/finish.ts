import type { LoginAnswer, User } from '../../api/types'
import { getPublishing } from '../../api/dashboard'
import { frontPageSlug } from '../../api/front-page'
import { listGalleries } from '../../api/photos'
import { chooseImage, startUpload } from '../photos/upload-queue'
import { forgetInputs, type BannerPhoto } from './inputs'
import { forgetSetupToken } from './setup-token'

/**
 * Signs in to the new site, uploads the photos of its banner and waits for its pages, so that the next screen is that of
 * the new site. What fails here can be repeated on the staff's screens.
 */
export async function enterSite(
  answer: LoginAnswer,
  begin: (answer: LoginAnswer) => Promise<User>,
  photos: readonly BannerPhoto[],
): Promise<void> {
  const user = await begin(answer)
  forgetSetupToken()
  forgetInputs()
  await uploadBanner(photos, user).catch(() => undefined)
  await rendered().catch(() => undefined)
}

async function uploadBanner(photos: readonly BannerPhoto[], user: User): Promise<void> {
  if (photos.length === 0) return
  const gallery = (await listGalleries()).find(({ slug }) => slug === frontPageSlug)
  const details = { title: 'Banner', description: '', gallery: gallery?.id ?? null, scaleDown: false }
  await startUpload(
    photos.map(({ file }) => chooseImage(file)),
    details,
    user.id,
  )
}

/** Resolves once the pages are those of the new site, after at most a quarter of a minute. */
async function rendered(): Promise<void> {
  for (let asked = 0; asked < 30; asked++) {
    const { state } = await getPublishing()
    if (state !== 'waiting' && state !== 'running') return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}
