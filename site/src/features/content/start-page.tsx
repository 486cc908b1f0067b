import { Note } from '../../ui/note'
import type { ReactNode } from 'react'
import { DateTime, Day } from '../../ui/date-time'
import { EmptyState } from '../../ui/empty-state'
import { RowTile } from '../../ui/icon-tile'
import { IconClock, IconEdit, IconPhoto, IconWorld, type Icon } from '../../ui/icons'
import { Lines } from '../../ui/layout'
import { actionClass } from '../../ui/row-actions'
import { Section } from '../../ui/section'
import { SiteLink } from '../../ui/link'
import { editorPath, isChanged, isScheduled, type Entries, type Entry } from './entries'
import { nameOf, placeOf } from './outline'
import { useTimeZone } from './queries'
import styles from './content.module.css'

/** How many published files are listed. */
const recent = 5

interface StartPageProps {
  entries: Entries
  /** The paths of the files that name photos or galleries that were taken away. */
  takenAway: readonly string[]
}

/** What to go on with when no file is open. */
export function StartPage({ entries, takenAway }: StartPageProps) {
  const timeZone = useTimeZone()
  const all = [...entries.values()]
  const drafts = all.filter(isChanged).sort((a, b) => savedAt(b).localeCompare(savedAt(a)))
  const published = all
    .filter(({ stored, text }) => stored?.published?.source === 'browser' && text !== null)
    .sort((a, b) => publishedAt(b).localeCompare(publishedAt(a)))
    .slice(0, recent)
  const scheduled = all.filter(isScheduled)
  const isEmpty = drafts.length + published.length + scheduled.length + takenAway.length === 0
  return (
    <div className={styles.start}>
      {isEmpty && (
        <EmptyState icon={IconEdit}>Choose what to edit. Your changes are saved as drafts.</EmptyState>
      )}
      <EntryList
        title="Photos and galleries that are gone"
        entries={takenAway.flatMap((path) => entries.get(path) ?? [])}
        icon={IconPhoto}
        action="Edit"
      >
        {() => 'names a photo or a gallery that visitors don’t see'}
      </EntryList>
      <EntryList title="Drafts" entries={drafts} icon={IconEdit} action="Continue">
        {(entry) =>
          savedAt(entry) !== '' && (
            <>
              <span>edited </span>
              <DateTime at={savedAt(entry)} />
            </>
          )
        }
      </EntryList>
      <EntryList title="Recently published" entries={published} icon={IconWorld} action="Open">
        {(entry) => <Day at={publishedAt(entry)} />}
      </EntryList>
      <EntryList title="Scheduled" entries={scheduled} icon={IconClock} action="Open">
        {({ stored }) =>
          stored?.scheduled && <DateTime at={stored.scheduled.publish_at} timeZone={timeZone} />
        }
      </EntryList>
    </div>
  )
}

const savedAt = ({ stored }: Entry) => stored?.draft?.saved_at ?? ''
const publishedAt = ({ stored }: Entry) => stored?.published?.publish_at ?? ''

interface EntryListProps {
  title: string
  entries: readonly Entry[]
  icon: Icon
  action: string
  /** The date of an entry. */
  children: (entry: Entry) => ReactNode
}

function EntryList({ title, entries, icon, action, children }: EntryListProps) {
  if (entries.length === 0) return null
  return (
    <Section title={title} flush>
      <Lines edge>
        {entries.map((entry) => (
          <li key={entry.path}>
            <RowTile of={icon} tone={action === 'Continue' ? 'honey' : 'plain'} />
            <div>
              <b>{nameOf(entry)}</b>
              <Note>
                <span>{`${placeOf(entry.path)}, `}</span>
                {children(entry)}
              </Note>
            </div>
            <SiteLink to={editorPath(entry.path)} className={actionClass}>
              <span>{action}</span>
              <span className="visually-hidden">{` ${nameOf(entry)}`}</span>
            </SiteLink>
          </li>
        ))}
      </Lines>
    </Section>
  )
}
