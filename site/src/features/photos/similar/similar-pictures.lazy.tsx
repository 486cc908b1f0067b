import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryKeys } from '../../../api/query-keys'
import { listSimilarImages } from '../../../api/similar-images'
import { count } from '../../../lib/count'
import { useListAddress, useListPages } from '../../../lib/use-list-address'
import { usePageErrors } from '../../../ui/form-errors'
import { ListScreen, StaffOnly } from '../../../ui/list-screen'
import { Pager } from '../../../ui/pager'
import { RecordCard } from '../../../ui/record-table'
import work from '../../../ui/work.module.css'
import { useAuth } from '../../auth/use-auth'
import { BackToPhotos } from '../back-to-photos'
import { useGalleries } from '../queries'
import { SimilarGroup } from './similar-group'
import styles from './similar.module.css'

const pageSize = 10

const texts = {
  title: 'Similar pictures',
  loading: 'Loading similar pictures...',
  denied: 'You must be an administrator to manage photos and galleries.',
  failure: 'Failed to load images or galleries. Access denied or server error.',
}

/** The staff's screen for pictures that look alike, side by side. */
export default function SimilarPictures() {
  return (
    <StaffOnly texts={texts} auth={useAuth()}>
      <SimilarScreen />
    </StaffOnly>
  )
}

function SimilarScreen() {
  const pageErrors = usePageErrors()
  const galleries = useGalleries()
  const address = useListAddress({})
  const { data, isPending, isError, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: [...queryKeys.similar, address.page],
    queryFn: () => listSimilarImages({ limit: pageSize, offset: address.page * pageSize }),
    placeholderData: keepPreviousData,
  })
  const { groups = [], total = 0, pending = 0 } = data ?? {}
  const isCurrent = data !== undefined && !isPlaceholderData
  const pages = useListPages(address, { total, size: pageSize, isCurrent })
  return (
    <ListScreen
      texts={texts}
      lists={{ loading: isPending, failed: isError, fetching: isFetching, refetch: () => void refetch() }}
      pageErrors={pageErrors}
      summary={data && count(total, 'group')}
      actions={<BackToPhotos />}
    >
      {data && (
        <RecordCard id="similar" title="Side by side" empty={total === 0 && 'No pictures look alike.'}>
          {pending > 0 && (
            <p className={styles.pending}>
              {count(pending, 'picture is', 'pictures are')} still to be compared. Look again in some minutes.
            </p>
          )}
          <div className={work.stack}>
            {groups.map((images, index) => (
              <SimilarGroup
                key={images[0]?.id}
                label={`Group ${pages.page * pageSize + index + 1} of ${total}`}
                images={images}
                galleries={galleries.data}
                pageErrors={pageErrors}
              />
            ))}
          </div>
          <Pager of="similar pictures" heading="similar" {...pages} />
        </RecordCard>
      )}
    </ListScreen>
  )
}
