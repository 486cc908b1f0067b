import { builtFiles, proxied } from './addresses.ts'
import { compile, imagesIn, type FileDiagnostic, type PlacedLink } from './compile.ts'
import type { Problem } from './diagnostics.ts'
import { parseEntry, type Entry } from './entry.ts'
import type { Gallery } from './galleries.ts'
import { missingFile, missingPhoto, photoId } from './images.ts'
import { deadLink, pathMatcher, siteLink, type SiteAddresses, type SiteLink } from './links.ts'

/** A problem in a form; the line is that of the body. */
export interface FormDiagnostic extends Problem {
  path: string
  line: number | undefined
  field?: string
}

export interface Known {
  /** The galleries on the site; undefined while loading. */
  galleries?: readonly Gallery[] | undefined
  /** The paths of images that do not exist. */
  missingImages: ReadonlySet<string>
  /** Undefined while loading. */
  site?: KnownSite | undefined
}

/** The addresses of the site, and the page of each file. */
export interface KnownSite extends SiteAddresses {
  pageOf: PageOf
}
type PageOf = (path: string) => string | undefined

function inForm({ path, bodyLine, field, ...rest }: FileDiagnostic): FormDiagnostic {
  const { message, hint } = rest.inForm ?? rest
  return { path, line: bodyLine, ...(field !== undefined && { field }), message, hint }
}

/** The errors in the files of a content folder, and the advice that blocks nothing. */
export function checkEntries(
  entries: readonly Entry[],
  { missingImages, galleries, site }: Known = { missingImages: new Set() },
): { errors: FormDiagnostic[]; advice: FormDiagnostic[] } {
  const { diagnostics, advice, links } = compile(entries, {
    galleries,
    imageOf: (path, address) => {
      if (!missingImages.has(path)) return undefined
      return photoId(path) === undefined ? missingFile(address, path) : missingPhoto(address)
    },
  })
  const dead = links.flatMap(({ path, where, line, bodyLine, address }) => {
    const page = site?.pageOf(path)
    const link = page === undefined && address.startsWith('#') ? undefined : siteLink(address, page ?? '/')
    const problem = link && site && deadLink(link, site)
    return problem ? [{ path, where, line, bodyLine, ...problem }] : []
  })
  return { errors: [...diagnostics, ...dead].map(inForm), advice: advice.map(inForm) }
}

/** The same for one file, apart from the others. */
export function checkFile(path: string, source: string, known?: Known) {
  const { errors, advice } = checkEntries([parseEntry(path, source)], known)
  return { errors: errors.filter((error) => error.path === path), advice }
}

/** The links to addresses of this site. */
export const siteLinksOf = (links: readonly PlacedLink[], pageOf: PageOf): SiteLink[] =>
  links.flatMap(({ path, address }) => siteLink(address, pageOf(path) ?? '/') ?? [])

/** Whether a site with screens at `paths` answers at a path; files that only some builds write count. */
export function answersOf(paths: readonly string[]): SiteAddresses['answers'] {
  return pathMatcher({
    routes: paths.map((path) => ({ path })),
    proxies: [...proxied, ...builtFiles].map((path) => ({ path })),
  })
}

/** The paths of images in the files, with the ids of photos in the library. */
export const photosIn = (entries: readonly Entry[]): Map<string, number | undefined> =>
  new Map(imagesIn(entries).map(({ path }) => [path, photoId(path)]))
