import { useQuery, type QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isMissing } from '../../api/api-error'
import { Card } from '../../ui/card'
import { Grid } from '../../ui/layout'
import { LoadFailure } from '../../ui/list-screen'
import { PageHead } from '../../ui/page-head'
import { Skeleton } from '../../ui/progress'
import styles from './admin.module.css'

interface LoadedProps<Data> {
  title: string
  queryKey: QueryKey
  load: () => Promise<Data>
  children: (data: Data) => ReactNode
}

/** A screen that shows one answer of the API, and keeps it while a new one loads. */
export function Loaded<Data>({ title, queryKey, load, children }: LoadedProps<Data>) {
  const { data, isError, error, refetch, isFetching } = useQuery({ queryKey, queryFn: load })
  return (
    <>
      {data === undefined && (
        <PageHead title={title}>{!isError && <span role="status">Loading...</span>}</PageHead>
      )}
      <div aria-busy={isFetching}>
        {isError && (
          <LoadFailure onRetry={() => void refetch()}>
            {isMissing(error) ? 'This no longer exists.' : 'Failed to load. Access denied or server error.'}
          </LoadFailure>
        )}
        {data === undefined ? !isError && <Skeleton rows={6} /> : children(data)}
      </div>
    </>
  )
}

/** A card of properties side by side. */
export const Properties = ({ children }: { children: ReactNode }) => (
  <Card>
    <Grid as="dl" columns="narrow" className={styles.facts}>
      {children}
    </Grid>
  </Card>
)

export const Property = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
