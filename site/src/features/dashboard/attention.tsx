import { Note } from '../../ui/note'
import type { Figures, Publishing } from '../../api/types'
import { englishName } from '../../lib/english-name'
import { count } from '../../lib/text'
import { RowTile } from '../../ui/icon-tile'
import {
  IconAlertTriangle,
  IconDatabase,
  IconFilePencil,
  IconLanguage,
  IconPhoto,
  type Icon,
} from '../../ui/icons'
import { Lines } from '../../ui/layout'
import { LinkButton } from '../../ui/link'
import { Section } from '../../ui/section'
import { formatDay } from '../../ui/date-time'

interface Matter {
  icon: Icon
  fact: string
  consequence: string
  to: string
  button: string
  isFailure?: boolean
}

const staleBackup = 2 * 24 * 60 * 60 * 1000

/** Problems for the owner to fix, the most severe first. */
export function Attention({ figures, publishing }: { figures: Figures; publishing: Publishing | undefined }) {
  const matters = mattersOf(figures, publishing)
  return (
    <Section title="Needs attention" flush={matters.length > 0}>
      {matters.length === 0 ? (
        <Note>Nothing needs your attention.</Note>
      ) : (
        <Lines edge id="list">
          {matters.map(({ icon, fact, consequence, to, button, isFailure }) => (
            <li key={fact}>
              <RowTile of={icon} tone={isFailure ? 'danger' : 'honey'} />
              <div>
                <strong>{fact}</strong>
                <Note>{consequence}</Note>
              </div>
              <LinkButton to={to} small>
                {button}
              </LinkButton>
            </li>
          ))}
        </Lines>
      )}
    </Section>
  )
}

function mattersOf(figures: Figures, publishing: Publishing | undefined): Matter[] {
  const {
    drafts,
    failed_publications: failed,
    images_without_alt_text: undescribed,
    translations_behind: behind,
    last_backup_at: backup,
  } = figures
  const matters: (Matter | false)[] = [
    (publishing?.state === 'failed' || publishing?.state === 'running') &&
      publishing.failed_at !== null && {
        icon: IconAlertTriangle,
        fact: 'The last build failed',
        consequence: publishing.published_at
          ? 'Visitors still see the previous version.'
          : 'Visitors don’t see your site yet.',
        to: '/backend/admin/system',
        button: 'View details',
        isFailure: true,
      },
    failed > 0 && {
      icon: IconAlertTriangle,
      fact: failed === 1 ? 'A scheduled publication failed' : `${failed} scheduled publications failed`,
      consequence: 'Visitors don’t see it yet. Fix the content, or publish again below.',
      to: '/content',
      button: 'Review content',
      isFailure: true,
    },
    drafts > 0 && {
      icon: IconFilePencil,
      fact: `${count(drafts, 'draft')} ${drafts === 1 ? 'isn’t' : 'aren’t'} published`,
      consequence: 'Visitors don’t see these changes yet.',
      to: '/content',
      button: 'Review drafts',
    },
    behind[0] !== undefined && translationsBehind(behind, behind[0].language),
    undescribed > 0 && {
      icon: IconPhoto,
      fact: `${count(undescribed, 'photo')} ${undescribed === 1 ? 'has' : 'have'} no alternative text`,
      consequence: 'Screen readers can’t describe them.',
      to: '/photos?alt=missing',
      button: 'Add text',
    },
    (backup === null || Date.now() - Date.parse(backup) > staleBackup) && {
      icon: IconDatabase,
      fact: backup === null ? 'No off-site backup' : 'No recent backup',
      consequence:
        backup === null
          ? 'If this machine fails, the site’s data is lost.'
          : `The last one was made on ${formatDay(backup)}.`,
      to: '/backend/admin/system',
      button: 'View backups',
    },
  ]
  return matters.filter((matter) => matter !== false)
}

/** The list begins with the translations into `first`. */
function translationsBehind(behind: Figures['translations_behind'], first: string): Matter {
  const total = behind.reduce((sum, { count }) => sum + count, 0)
  const each = behind.map(({ language, count }) => `${count} in ${englishName(language)}`).join(', ')
  return {
    icon: IconLanguage,
    fact: `${count(total, 'translation is', 'translations are')} behind ${total === 1 ? 'its original' : 'their originals'}`,
    consequence: `${each}. Visitors still read the older text.`,
    to: `/content?language=${first}&show=behind`,
    button: 'Review translations',
  }
}
