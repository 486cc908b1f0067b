import { useEffect, useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { compile } from '#model/compile'
import { parseEntries } from '#model/entry'
import { wantedTexts, type WantedText } from '#model/missing'
import { listContent } from '../../api/content'
import { queryKeys } from '../../api/query-keys'
import type { ContentEntry } from '../../api/types'
import { usePublishing } from '../../api/use-publishing'
import { store, storedObject } from '../../lib/storage'
import { Badge } from '../../ui/badge'
import { Icon } from '../../ui/icon'
import { RowTile } from '../../ui/icon-tile'
import {
  IconBlockquote,
  IconCheck,
  IconChevronRight,
  IconCursorText,
  IconFileText,
  IconHeart,
  IconMail,
  IconPencil,
  IconUser,
  IconX,
  type Icon as TablerIcon,
} from '../../ui/icons'
import { Lines, Stack } from '../../ui/layout'
import { LinkButton } from '../../ui/link'
import { Menu } from '../../ui/menu'
import { Fact, Note } from '../../ui/note'
import { Skeleton } from '../../ui/progress'
import { Section } from '../../ui/section'
import { useAuth } from '../auth/use-auth'
import { TakenAway } from './taken-away'
import styles from './dashboard.module.css'

interface Step {
  id: string
  label: string
  hint?: string
  action?: string
  icon: TablerIcon
  to?: string
  /** The address of the finished task. */
  view?: string
  isDone: boolean
}

interface FinishSiteProps {
  /** Whether the site is still the sample's, which is not to be finished. */
  isSample: boolean
  children: ReactNode
}

/** The steps that are left. `children` takes its place once all is done or dismissed. */
export default function FinishSite({ isSample, children }: FinishSiteProps) {
  const { user } = useAuth()
  const { data: publishing } = usePublishing()
  const { data, isPending } = useQuery({
    queryKey: queryKeys.files,
    queryFn: listContent,
    refetchOnMount: 'always',
  })
  if (isPending) {
    return (
      <Section title="Finish your site" flush>
        <Skeleton rows={3} />
      </Section>
    )
  }
  const content = data && contentOf(data.files)
  const mail = { ...setUpMail, isDone: user?.lacks_mail !== true }
  return (
    <>
      <TakenAway />
      {!content || isSample ? (
        children
      ) : (
        <Steps steps={[setUp(publishing?.state === 'current'), ...wantedTexts(content).map(stepOf), mail]}>
          {children}
        </Steps>
      )}
    </>
  )
}

function Steps({ steps, children }: { steps: readonly Step[]; children: ReactNode }) {
  const [kept, keep] = useState(() => storedObject<Progress>(key, { dismissed: [], isOpen: false }))
  const shown = steps.filter(({ id, isDone }) => isDone || !kept.dismissed.includes(id))
  const done = shown.filter(({ isDone }) => isDone).length
  const isOpen = done < shown.length
  const [wasOpen] = useState(kept.isOpen)
  useEffect(() => void store(key, JSON.stringify({ ...kept, isOpen })), [kept, isOpen])
  if (!isOpen) {
    const isFinished = wasOpen && steps.every(({ isDone }) => isDone)
    if (!isFinished) return children
    return (
      <Stack gap="card">
        <Section title="Finish your site">
          <Note role="status">Your site is finished.</Note>
        </Section>
        {children}
      </Stack>
    )
  }
  const next = shown.find(({ isDone }) => !isDone)
  return (
    <Section
      title="Finish your site"
      action={<Fact as="span">{`${done} of ${shown.length} done`}</Fact>}
      flush
    >
      <p aria-hidden="true" className={styles.bars}>
        {shown.map(({ id }, index) => (
          <span key={id} data-done={index < done || undefined} />
        ))}
      </p>
      <Lines edge className={styles.steps}>
        {shown.map(({ id, label, hint, action, icon, to, view, isDone }) => (
          <li key={id}>
            <RowTile of={isDone ? IconCheck : icon} tone={isDone ? 'success' : 'honey'} />
            <div>
              {isDone ? <Note>{label}</Note> : <strong>{label}</strong>}
              {!isDone && <Note>{hint}</Note>}
            </div>
            {view !== undefined ? (
              <LinkButton to={view} reloadDocument small>
                View site
              </LinkButton>
            ) : isDone || to === undefined ? (
              <Badge tone="success">Done</Badge>
            ) : (
              <>
                <LinkButton to={to} small variant={id === next?.id ? 'primary' : 'outline'}>
                  <span className="hidden-on-phones">{action}</span>
                  <Icon of={IconChevronRight} />
                </LinkButton>
                <Menu
                  label={`More for ${label}`}
                  actions={[
                    {
                      text: 'Dismiss',
                      icon: IconX,
                      onSelect: () => keep({ ...kept, dismissed: [...kept.dismissed, id] }),
                    },
                  ]}
                />
              </>
            )}
          </li>
        ))}
      </Lines>
    </Section>
  )
}

const setUp = (isLive: boolean): Step => ({
  id: 'set-up',
  label: isLive ? 'Your site is live' : 'Set-up',
  icon: IconCheck,
  isDone: true,
  ...(isLive && { view: '/' }),
})

const setUpMail = {
  id: 'mail',
  label: 'Set up mail',
  hint: 'Without it, nobody can reset a password.',
  action: 'Set up mail',
  icon: IconMail,
  to: '/backend/admin/settings#mail',
}

const icons: Record<string, TablerIcon> = {
  tagline: IconBlockquote,
  typewriter: IconCursorText,
  'home/interests': IconHeart,
  'cv/profile.md': IconFileText,
  'about.md': IconUser,
}

const stepOf = ({ path, field, isWritten, ...text }: WantedText): Step => ({
  ...text,
  id: field === undefined ? path : `${path} ${field}`,
  icon: icons[field ?? path] ?? icons[path] ?? IconPencil,
  to: `/content?${new URLSearchParams(field === undefined ? { add: path } : { file: path, field }).toString()}`,
  isDone: isWritten,
})

/** The content with all drafts; without them if they have errors. */
function contentOf(files: readonly ContentEntry[]) {
  const compiled = (textOf: (text: ContentEntry) => string | null | undefined) =>
    compile(
      parseEntries(
        new Map(
          files.flatMap((text) => {
            const source = textOf(text)
            return typeof source === 'string' ? [[text.path, source] as const] : []
          }),
        ),
      ),
    ).content
  const live = ({ published }: ContentEntry) => published?.text
  return compiled((text) => (text.draft ? text.draft.text : live(text))) ?? compiled(live)
}

interface Progress {
  /** The steps that the user does not want to see. */
  dismissed: string[]
  /** Whether steps were open at the last visit. */
  isOpen: boolean
}

const key = 'finish-site'
