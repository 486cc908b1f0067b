import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '../../api/query-keys'
import { listReceivedShares } from '../../api/shares'
import type { ReceivedShare } from '../../api/types'
import { siteName } from '../../lib/document-data'
import { buttonClass } from '../../ui/button-class'
import { formatDay } from '../../ui/date-time'
import { RowTile } from '../../ui/icon-tile'
import { IconFileText, IconId, IconLibraryPhoto } from '../../ui/icons'
import { Lines } from '../../ui/layout'
import { Note } from '../../ui/note'
import { SettingsRow } from '../../ui/section'

const kinds = {
  document: ['Document', IconFileText],
  gallery: ['Gallery', IconLibraryPhoto],
  cv: ['CV', IconId],
} as const

/** What the owner has shared with the user; absent if that is nothing. */
export function SharedWithYou() {
  const { data } = useQuery({
    queryKey: queryKeys.receivedShares,
    queryFn: listReceivedShares,
    refetchOnMount: 'always',
  })
  if (!data?.length) return null
  const name = siteName()
  return (
    <SettingsRow
      title="Shared with you"
      about={`${name ? `By ${name}. ` : ''}You can open them until their date.`}
    >
      <Lines edge>
        {data.map((share) => (
          <Received key={share.id} share={share} />
        ))}
      </Lines>
    </SettingsRow>
  )
}

function Received({ share: { id, kind, name, until } }: { share: ReceivedShare }) {
  const [label, icon] = kinds[kind]
  return (
    <li>
      <RowTile of={icon} />
      <div>
        <strong>{name}</strong>
        <Note>{until ? `${label}, until ${formatDay(`${until}T00:00`)}` : label}</Note>
      </div>
      <a
        // The server's page, not a screen.
        href={`/s/${id}`}
        aria-label={`Open ${name}`}
        className={buttonClass({ variant: 'outline', small: true })}
      >
        Open
      </a>
    </li>
  )
}
