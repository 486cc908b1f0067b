import { imagesIn } from '../compile.ts'
import { parseEntry } from '../entry.ts'
import { readForm, writeForm } from '../form.ts'
import { imagePath, photoAddress, type Photo } from '../images.ts'

type Files = Readonly<Record<string, string>>

/** The paths of the images that the file at `path` shows. */
export const imagesOf = (path: string, source: string): string[] =>
  imagesIn([parseEntry(path, source)]).map((image) => image.path)

/** The file with other addresses of its images, given their paths; an image without one becomes its alternative text. */
export function withImages(
  path: string,
  source: string,
  addressOf: (image: string) => string | undefined,
): string {
  const form = readForm(path, source)
  if (!form || imagesOf(path, source).length === 0) return source
  const address = (written: string) => {
    const image = imagePath({ address: written, alt: 'alt' }, path)
    return typeof image === 'string' ? addressOf(image) : undefined
  }
  const body = form.body.replace(image, (_, alt: string, written: string) => {
    const found = address(written)
    return found === undefined ? alt : `![${alt}](${found})`
  })
  const { cover, cover_alt, ...fields } = form.fields
  const found = typeof cover === 'string' ? address(cover) : undefined
  const covered = { cover: found ?? '', ...(cover_alt !== undefined && { cover_alt }) }
  return writeForm(path, source, { fields: { ...fields, ...(found !== undefined && covered) }, body })
}

const image = /!\[([^\]]*)\]\(<?([^<>]+?)>?(?:\s+"[^"]*")?\)/g

/** Uploads the photos that `files` show, each once, and returns the files with the addresses of those in the library. */
export async function withUploadedPhotos(
  files: Files,
  photos: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
  upload: (file: File) => Promise<Photo | undefined>,
): Promise<Record<string, string>> {
  const uploaded = new Map<string, Photo>()
  for (const path of new Set(Object.entries(files).flatMap(([path, source]) => imagesOf(path, source)))) {
    const bytes = photos.get(path)
    const file = bytes && new File([bytes], path.slice(path.lastIndexOf('/') + 1))
    const photo = file && (await upload(file))
    if (photo) uploaded.set(path, photo)
  }
  return Object.fromEntries(
    Object.entries(files).map(([path, source]) => [
      path,
      withImages(path, source, (image) => {
        const photo = uploaded.get(image)
        return photo && photoAddress(photo, path)
      }),
    ]),
  )
}
