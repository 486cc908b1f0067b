import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { listPublications } from '../../api/documents'
import { queryKeys } from '../../api/query-keys'
import type { Publication } from '../../api/types'
import { Card } from '../../ui/card'
import { TextField } from '../../ui/field'
import { Icon } from '../../ui/icon'
import { IconLink } from '../../ui/icon-button'
import { IconDownload } from '../../ui/icons'
import work from '../../ui/work.module.css'
import styles from './documents.module.css'

/** Which version of which document was public on a day. */
export function Publications() {
  const [date, setDate] = useState(() => new Date().toISOString().slice(0, 10))
  const { data, isError } = useQuery({
    queryKey: [...queryKeys.documents, 'publications', date],
    queryFn: () => listPublications(date),
    enabled: date !== '',
  })
  return (
    <Card as="section" aria-labelledby="publications">
      <h2 id="publications" className={work.title}>
        What was public
      </h2>
      <TextField
        type="date"
        label="Public on"
        hint="A day of UTC. What was public before this site kept a record is not known."
        value={date}
        onChange={({ target }) => setDate(target.value)}
      />
      {isError && <p role="alert">Failed to load what was public.</p>}
      {data?.length === 0 && <p className={styles.empty}>Nothing was public on that day.</p>}
      <ul aria-labelledby="publications" className={styles.publications}>
        {data?.map((publication) => (
          <PublicationRow key={publication.category_name + publication.began_at} {...publication} />
        ))}
      </ul>
    </Card>
  )
}

const time = (at: string) => new Date(at).toLocaleString()

function PublicationRow(publication: Publication) {
  const { category_name, document_name, version, began_at, began_by, ended_at, download_url } = publication
  const until = ended_at ? `until ${time(ended_at)}` : 'until now'
  const facts = [`from ${time(began_at)}`, until, began_by && `made public by ${began_by}`]
  return (
    <li>
      <p>
        <b>{category_name}:</b> {document_name}, version {version}
        <span className={styles.description}>{facts.filter(Boolean).join(', ')}</span>
      </p>
      {download_url && (
        <IconLink label={`Download version ${version} of ${document_name}`} href={download_url}>
          <Icon of={IconDownload} />
        </IconLink>
      )}
    </li>
  )
}
