import { PageHead } from '../../ui/page-head'
import { Skeleton } from '../../ui/skeleton'

/** The screen's frame while its lists are on their way. */
export function LoadingPhotos() {
  return (
    <div aria-busy="true">
      <PageHead title="Photos and galleries">
        <span role="status">Loading photo management interface...</span>
      </PageHead>
      <Skeleton rows={6} />
    </div>
  )
}
