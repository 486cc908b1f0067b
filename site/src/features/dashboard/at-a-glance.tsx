import type { Figures } from '../../api/types'
import { bytes } from '../../lib/bytes'
import { Card } from '../../ui/card'
import { SiteLink } from '../../ui/site-link'
import styles from './at-a-glance.module.css'

/** What visitors get as the CV, and what all files take together. */
export function AtAGlance({ figures: { current_cv, storage_bytes } }: { figures: Figures }) {
  return (
    <Card as="section" aria-label="At a glance">
      <dl className={styles.facts}>
        <div>
          <dt>Current CV</dt>
          <dd>
            {current_cv ? (
              <>
                <SiteLink to="/cv">{current_cv.name}</SiteLink>, uploaded{' '}
                <time dateTime={current_cv.uploaded_at}>
                  {new Date(current_cv.uploaded_at).toLocaleDateString()}
                </time>
              </>
            ) : (
              'None yet: mark a document of the category CV as current.'
            )}
          </dd>
        </div>
        <div>
          <dt>Storage used</dt>
          <dd>{bytes(storage_bytes)}</dd>
        </div>
      </dl>
    </Card>
  )
}
