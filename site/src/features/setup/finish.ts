import type { LoginAnswer, User } from '../../api/types'
import { frontPageSlug } from '../../api/front-page'
import { listGalleries } from '../../api/photos'
import { siteName } from '../../lib/document-data'
import { chooseImage, startUpload } from '../photos/upload-queue'
import { forgetInputs, type BannerPhoto } from './inputs'
import { forgetSetupToken } from './setup-token'

/**
 * Signs in to the new site, uploads the photos of its banner and waits for its pages, so that the next screen is that of
 * the new site, which has a name that `isNew` knows. What fails here can be repeated on the staff's screens.
 */
export async function enterSite(
  answer: LoginAnswer,
  begin: (answer: LoginAnswer) => Promise<User>,
  photos: readonly BannerPhoto[],
  isNew: (name: string) => boolean,
): Promise<void> {
  const user = await begin(answer)
  forgetSetupToken()
  forgetInputs()
  await uploadBanner(photos, user).catch(() => undefined)
  await rendered(isNew).catch(() => undefined)
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

/** Resolves once the app's document has a name that `isNew` knows, after at most ten seconds. */
async function rendered(isNew: (name: string) => boolean): Promise<void> {
  for (let asked = 0; asked < 20; asked++) {
    const answer = await fetch('/dashboard', { cache: 'no-store' })
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    if (isNew(siteName(page))) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}
