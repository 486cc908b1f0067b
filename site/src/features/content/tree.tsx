import { Fact, Note } from '../../ui/note'
import { memo, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { cx } from '../../lib/cx'
import { store, storedObject } from '../../lib/storage'
import { Button } from '../../ui/button'
import { Control } from '../../ui/field'
import { Icon } from '../../ui/icon'
import { IconButton } from '../../ui/icon-button'
import { IconChevronRight, IconPlus } from '../../ui/icons'
import { Toolbar } from '../../ui/layout'
import { SiteLink } from '../../ui/link'
import type { DraftQueue } from './draft-queue'
import { editorPath, isChanged, isInConflict, isScheduled, type Entry } from './entries'
import { NewEntryDialog } from './new-entry-dialog'
import { detailOf, nameOf, type Part, type Section } from './outline'
import styles from './content.module.css'

interface TreeProps {
  /** What is above the filter. */
  head: ReactNode
  /** The further language that is shown. */
  language: string | undefined
  mainLanguage: string
  sections: readonly Section[]
  /** The path of the open file. */
  open: string | undefined
  /** The facts of the owner. */
  owner: Entry['fields']
  queue: DraftQueue
  onOpen: (path: string, isNew?: boolean) => void
}

/** All content by the pages that show it. Groups stay as the user left them. */
export function Tree(props: TreeProps) {
  const { head, language, mainLanguage, sections, open, owner, queue, onOpen } = props
  const [filter, setFilter] = useState('')
  const [params, setParams] = useSearchParams()
  const [addingTo, setAddingTo] = useState(params.get('add'))
  const adding = sections.flatMap(({ parts }) => parts).find(({ name }) => name === addingTo)
  const groups = useGroups()
  // The group of the last one stays open, so that its link can get the focus back.
  const [last, setLast] = useState(open)
  if (open !== undefined && open !== last) setLast(open)
  const words = filter.trim().toLowerCase()
  const onlyBehind = params.get('show') === 'behind'
  const isFiltered = words !== '' || onlyBehind
  const matches = (entry: Entry) =>
    (!onlyBehind || entry.stored?.behind === true) &&
    `${nameOf(entry)} ${detailOf(entry)}`.toLowerCase().includes(words)
  const found = sections
    .map(({ parts, ...section }) => {
      const left = parts
        .filter(({ name }) => language === undefined || name !== 'cv/audiences')
        .map((part) => ({ ...part, entries: part.entries.filter(matches) }))
      return { ...section, parts: !isFiltered ? left : left.filter(({ entries }) => entries.length > 0) }
    })
    .filter(({ parts }) => parts.length > 0)
  const link = (entry: Entry, isTop = false) => (
    <TreeLink
      key={entry.path}
      isOpen={entry.path === open}
      untranslated={entry.language === language ? undefined : mainLanguage.toUpperCase()}
      {...{ entry, language, isTop }}
    />
  )
  const row = (entry: Entry) => link(entry)
  // An entry without an original is on no page.
  const addTo = (part: Part) =>
    language === undefined && (
      <IconButton
        label={`Add to ${part.kind.title}`}
        title={`Add to ${part.kind.title}`}
        small
        onClick={() => setAddingTo(part.name)}
      >
        <Icon of={IconPlus} size={18} />
      </IconButton>
    )
  return (
    <nav aria-label="Content" className={styles.tree}>
      {head && <div className={styles.paneHead}>{head}</div>}
      <div className={head ? styles.filter : styles.paneHead}>
        <Control
          type="search"
          aria-label="Filter"
          placeholder="Filter"
          value={filter}
          onChange={({ target }) => setFilter(target.value)}
        />
      </div>
      {onlyBehind && (
        <Toolbar className={styles.filter}>
          <Note>Behind their originals</Note>
          <Button
            variant="quiet"
            onClick={() => setParams(language === undefined ? {} : { language }, { replace: true })}
          >
            Show all
          </Button>
        </Toolbar>
      )}
      <ul className={styles.scroll}>
        {found.map(({ title, parts, own }) =>
          title === 'You' ? (
            parts.flatMap(({ entries }) => entries.map((entry) => link(entry, true)))
          ) : (
            <Group
              key={title}
              name={title}
              count={parts.reduce((sum, { entries }) => sum + entries.length, 0)}
              isOpen={isFiltered || groups.isOpen(title, true)}
              onToggle={() => groups.toggle(title, true)}
              action={own && addTo(own)}
            >
              {parts.map((part) =>
                part.kind.folder && part.name !== own?.name ? (
                  <Group
                    key={part.name}
                    name={part.kind.title}
                    count={part.entries.length}
                    isOpen={
                      isFiltered ||
                      groups.isOpen(
                        part.name,
                        part.entries.some(({ path }) => path === last),
                      )
                    }
                    onToggle={() =>
                      groups.toggle(
                        part.name,
                        part.entries.some(({ path }) => path === last),
                      )
                    }
                    action={addTo(part)}
                  >
                    {part.entries.map(row)}
                  </Group>
                ) : (
                  part.entries.map(row)
                ),
              )}
            </Group>
          ),
        )}
        {found.length === 0 && <Note as="li">No content matches.</Note>}
      </ul>
      {adding && (
        <NewEntryDialog
          part={adding}
          owner={owner}
          queue={queue}
          onClose={() => {
            setAddingTo(null)
            if (params.has('add')) setParams({}, { replace: true })
          }}
          onAdded={(path) => {
            groups.open(sections.find(({ own }) => own === adding)?.title ?? adding.name)
            onOpen(path, true)
          }}
        />
      )}
    </nav>
  )
}

interface GroupProps {
  name: string
  count: number
  isOpen: boolean
  onToggle: () => void
  action?: ReactNode
  children: ReactNode
}

function Group({ name, count, isOpen, onToggle, action, children }: GroupProps) {
  return (
    <li className={styles.group}>
      <div className={styles.row}>
        {count === 0 ? (
          <span className={styles.empty}>{name}</span>
        ) : (
          <button type="button" aria-expanded={isOpen} onClick={onToggle}>
            <Icon of={IconChevronRight} size={16} />
            <span className="one-line grow">{name}</span>
            {!isOpen && (
              <Fact as="span" small>
                {count}
              </Fact>
            )}
          </button>
        )}
        {action}
      </div>
      {isOpen && count > 0 && <ul>{children}</ul>}
    </li>
  )
}

interface TreeLinkProps {
  entry: Entry
  isOpen: boolean
  /** The further language that is shown. */
  language: string | undefined
  /** The main language's code, for an original without a translation. */
  untranslated: string | undefined
  /** Beside the groups. */
  isTop: boolean
}

/** Rendered again only when its entry changes: a site has hundreds, and typing changes one. */
const TreeLink = memo(function TreeLink({ entry, isOpen, language, untranslated, isTop }: TreeLinkProps) {
  const name = nameOf(entry)
  const detail = detailOf(entry)
  const mark =
    untranslated !== undefined
      ? undefined
      : isInConflict(entry)
        ? 'Two versions'
        : isChanged(entry)
          ? 'Draft'
          : isScheduled(entry)
            ? 'Scheduled'
            : entry.stored?.behind
              ? 'Behind the original'
              : undefined
  return (
    <li>
      <SiteLink
        data-row={entry.path}
        to={editorPath(entry.path, untranslated === undefined ? undefined : language)}
        aria-current={isOpen ? 'page' : undefined}
        title={detail ? `${name}, ${detail}` : name}
        className={cx(styles.row, isTop ? styles.top : styles.link, entry.content === null && styles.deleted)}
      >
        <span className="one-line grow">{name}</span>
        {detail && <span className="visually-hidden">, {detail}</span>}
        {untranslated !== undefined && (
          <Fact as="span" small>
            <span aria-hidden="true">{untranslated}</span>
            <span className="visually-hidden">, not translated</span>
          </Fact>
        )}
        {mark && (
          <span
            className={cx(
              styles.dot,
              mark === 'Two versions' && styles.danger,
              mark === 'Scheduled' && styles.scheduled,
              mark === 'Behind the original' && styles.ring,
            )}
          >
            <span className="visually-hidden">{mark}</span>
          </span>
        )}
      </SiteLink>
    </li>
  )
})

const key = 'content-groups'

/** Which groups the user has opened or closed, on this device. */
function useGroups() {
  const [chosen, setChosen] = useState(() => storedObject<Record<string, boolean>>(key, {}))
  const isOpen = (name: string, byDefault: boolean) => chosen[name] ?? byDefault
  function set(name: string, value: boolean): void {
    const next = { ...chosen, [name]: value }
    setChosen(next)
    store(key, JSON.stringify(next))
  }
  return {
    isOpen,
    toggle: (name: string, byDefault: boolean) => set(name, !isOpen(name, byDefault)),
    open: (name: string) => set(name, true),
  }
}
