import { attribute } from '#model/escape'
import { withUploadedPhotos } from '#model/import/photos'
import type { ImportResult } from '#model/import/result'
import { listContent, publishDrafts, saveDraft, type SeenDraft } from '../../api/content'
import type { User } from '../../api/types'
import { frontPageSlug } from '../../api/front-page'
import { listGalleries, uploadNamed } from '../../api/photos'
import { firstMessage } from '../../ui/form-errors'
import { startUpload, type ChosenImage } from '../photos/upload/upload-queue'
import { forgetInputs } from './inputs'
import { forgetSetupToken } from './setup-token'

/** What needs an account, and is added to the site after it was created. */
interface Additions {
  banner: readonly ChosenImage[]
  /** The texts of the site, and the photos that they show. */
  files: Readonly<Record<string, string>>
  photos: ImportResult['photos']
}

/**
 * Uploads the photos of the new site and waits until its pages are there, so that the next screen is that of the new
 * site. Resolves to a sentence for each photo that failed.
 */
export async function enterSite(
  user: User,
  { banner, files, photos }: Additions,
  isThere: () => Promise<boolean>,
): Promise<string[]> {
  forgetSetupToken()
  forgetInputs()
  const failures = [
    ...(await uploadBanner(banner, user).catch((error: unknown) => banner.map(failure(error)))),
    ...(photos.size > 0 ? await publishPhotos(files, photos) : []),
  ]
  for (let asked = 0; asked < mostTimes; asked++) {
    if (await isThere().catch(() => true)) break
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  return failures
}

/** Why a photo could not be uploaded. */
const failure =
  (error: unknown) =>
  ({ file }: { file: File }): string =>
    `${file.name} could not be uploaded. ${firstMessage(error)}`.trim()

/** Half a second each. */
const mostTimes = 60

/** Whether the app's document is that of the site of `name`, or that of any site. Parsed, its style would break this document's policy. */
export async function isSiteOf(name?: string): Promise<boolean> {
  const answer = await fetch('/dashboard', { cache: 'no-store' })
  const named = `<meta name="application-name" content="${attribute(name ?? '')}">`
  return (await answer.text()).includes(named) === (name !== undefined)
}

async function uploadBanner(photos: readonly ChosenImage[], user: User): Promise<string[]> {
  if (photos.length === 0) return []
  const gallery = (await listGalleries()).find(({ slug }) => slug === frontPageSlug)
  const details = { title: 'Banner', description: '', gallery: gallery?.id ?? null, scaleDown: false }
  const failed = await startUpload(photos, details, user.id)
  return failed.map(({ image, error }) => failure(error)(image))
}

/** Publishes the texts that show photos again, once these are in the library. */
async function publishPhotos(files: Additions['files'], photos: Additions['photos']): Promise<string[]> {
  const failures: string[] = []
  // A text is worth having without a photo that fails.
  const upload = (file: File) =>
    uploadNamed(file).catch((error: unknown) => void failures.push(failure(error)({ file })))
  try {
    await publishTexts(await withUploadedPhotos(files, photos, upload))
  } catch (error) {
    failures.push(`The photos of your texts could not be published. ${firstMessage(error)}`.trim())
  }
  return failures
}

/** Publishes the texts that differ from the published ones. */
async function publishTexts(texts: Additions['files']): Promise<void> {
  const drafts: SeenDraft[] = []
  for (const { path, published } of (await listContent()).files) {
    const text = texts[path]
    if (!published || text === undefined || text === published.text) continue
    const draft = await saveDraft({ path, text, base: published.version, revision: 0 })
    drafts.push({ path, revision: draft.revision })
  }
  if (drafts.length > 0) await publishDrafts(drafts, null)
}
