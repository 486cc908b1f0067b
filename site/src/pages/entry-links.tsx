import { PathIcon } from '../ui/path-icon'
import styles from './entry-links.module.css'
import { usePageTexts } from './language'
import type { SiteContent } from './page-props'
import { paths } from './paths'

interface LinkTarget {
  path: string
  title: string
  /** The title's language, if it is another one than the page's. */
  lang?: string | undefined
}

/** The link to the list of entries. */
export const BackLink = ({ href, page }: { href: string; page: SiteContent['pages']['notes'] }) => (
  <a href={href} lang={page?.labelLanguage} className={styles.back}>
    <PathIcon small pointing d={paths.back} />
    {page?.label}
  </a>
)

interface NeighboursProps {
  entries: readonly LinkTarget[]
  /** The address of the page. */
  path: string
  /** The name of the links as a group. */
  label: string
  /** The labels of the entry before and of the one after. */
  names: [before: string, after: string]
}

/** Links to the entries before and after the one at `path`. */
export function Neighbours({ entries, path, label, names: [before, after] }: NeighboursProps) {
  const { fixed } = usePageTexts()
  const index = entries.findIndex((entry) => entry.path === path)
  const [previous, next] = [entries[index - 1], entries[index + 1]]
  if (!previous && !next) return null
  return (
    <nav aria-label={label} className={styles.neighbours} {...fixed}>
      {previous && <Neighbour name={before} rel="prev" to={previous} />}
      {next && <Neighbour name={after} rel="next" to={next} />}
    </nav>
  )
}

function Neighbour({ name, rel, to }: { name: string; rel: string; to: LinkTarget }) {
  const { own } = usePageTexts()
  return (
    <a href={to.path} rel={rel}>
      <span>{name}</span>
      <b dir="auto" lang={to.lang ?? own.lang}>
        {to.title}
      </b>
    </a>
  )
}
