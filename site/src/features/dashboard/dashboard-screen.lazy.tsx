import { IconExternalLink, IconFileText, IconPencil, IconPhoto } from '../../ui/icons'
import type { Figures, User } from '../../api/types'
import { bytes } from '../../lib/bytes'
import { objectPosition } from '../../lib/object-position'
import { count } from '../../lib/count'
import { AccessDenied, LoadingAuthentication } from '../../ui/access-card'
import { ActionCard, ActionCards } from '../../ui/action-card'
import { Card } from '../../ui/card'
import { Day } from '../../ui/date-time'
import { Grid, Row, Stack } from '../../ui/layout'
import { LoadFailure } from '../../ui/list-screen'
import { PageHead } from '../../ui/page-head'
import { Publishing } from '../../ui/publishing'
import { SiteLink } from '../../ui/site-link'
import { useAuth } from '../auth/use-auth'
import styles from './dashboard.module.css'
import { useQuery } from '@tanstack/react-query'
import { getFigures } from '../../api/dashboard'
import { frontPageSlug } from '../../api/front-page'
import { listGalleryImages } from '../../api/gallery-images'
import { queryKeys } from '../../api/query-keys'

/** The first screen of staff: links, figures, publishing. Nothing is fetched for anybody else. */
export default function DashboardScreen() {
  const { status, user } = useAuth()
  if (status === 'loading') return <LoadingAuthentication />
  if (user?.is_staff !== true) {
    return <AccessDenied>You do not have permission to view this page.</AccessDenied>
  }
  return <Dashboard user={user} />
}

function Dashboard({ user }: { user: User }) {
  const { data: figures, isError, refetch } = useFigures()
  const backend = user.backend_admin_url
  const unknown = (things: string) =>
    isError ? `The ${things} could not be counted.` : `Counting the ${things}...`
  return (
    <>
      <PageHead title={`Welcome back, ${user.first_name || user.email}`}>
        What stands behind the public pages, and where to change it.
      </PageHead>
      <Stack gap="lg">
        {isError && (
          <LoadFailure onRetry={() => void refetch()}>Failed to count documents and photos.</LoadFailure>
        )}
        <ActionCards>
          <ActionCard icon={IconPencil} title="Change My Words" to="/content">
            Every sentence of the site: change it, see what changes, publish it.
          </ActionCard>
          <ActionCard icon={IconFileText} title="Manage My Documents" to="/documents">
            {figures ? aboutDocuments(figures) : unknown('documents')}
          </ActionCard>
          <ActionCard icon={IconPhoto} title="Manage My Photos" to="/photos">
            {figures ? aboutPhotos(figures) : unknown('photos')}
          </ActionCard>
          {backend && (
            <ActionCard icon={IconExternalLink} title="Backend Admin" href={backend} external>
              Accounts, the audit log and how the server is. Opens in a new tab.
            </ActionCard>
          )}
        </ActionCards>
        {figures && <AtAGlance figures={figures} />}
        <FrontPageStrip />
        <Publishing />
      </Stack>
    </>
  )
}

function aboutDocuments({ documents, categories, current_documents }: Figures): string {
  const there = `${count(documents, 'document')} in ${count(categories, 'category', 'categories')}.`
  return `${there} ${current_documents} marked current.`
}

function aboutPhotos({ images, galleries, front_page_images }: Figures): string {
  const there = `${count(images, 'photo')} in ${count(galleries, 'gallery', 'galleries')}.`
  return `${there} ${front_page_images} on the front page.`
}

/** What visitors get as the CV, which pictures it is not said what they show of, and what all files take together. */
function AtAGlance({
  figures: { current_cv, images_without_alt_text: missing, storage_bytes },
}: {
  figures: Figures
}) {
  return (
    <Card as="section" aria-label="At a glance">
      <Grid as="dl" columns="narrow" className={styles.facts}>
        <div>
          <dt>Current CV</dt>
          <dd>
            {current_cv ? (
              <span>
                <SiteLink to="/cv">{current_cv.name}</SiteLink>, uploaded{' '}
                <Day at={current_cv.uploaded_at} />
              </span>
            ) : (
              'None yet: mark a document of the category CV as current.'
            )}
          </dd>
        </div>
        <div>
          <dt>Alternative texts</dt>
          <dd>
            {missing === 0 ? (
              'No picture lacks one.'
            ) : (
              <SiteLink to="/photos?alt=missing">{count(missing, 'picture')} without one</SiteLink>
            )}
          </dd>
        </div>
        <div>
          <dt>Storage used</dt>
          <dd>{bytes(storage_bytes)}</dd>
        </div>
      </Grid>
    </Card>
  )
}

/** The pictures as they follow each other on the front page; nothing when there are none. */
function FrontPageStrip() {
  const { data: images = [] } = useFrontPage()
  if (images.length === 0) return null
  return (
    <section aria-labelledby="front-page" className={styles.strip}>
      <h2 id="front-page">On the front page</h2>
      <Row as="ol">
        {images.map(({ id, thumbnail_url, alt_text, title, focal_point }) => (
          <li key={id}>
            <img
              src={thumbnail_url}
              alt={alt_text}
              width={88}
              height={88}
              loading="lazy"
              style={{ objectPosition: objectPosition(focal_point) }}
            />
            {alt_text === '' && <span className="visually-hidden">{title}</span>}
          </li>
        ))}
      </Row>
    </section>
  )
}

/** The figures of this moment: each visit of the dashboard fetches them anew. */
export function useFigures() {
  return useQuery({ queryKey: queryKeys.figures, queryFn: getFigures, refetchOnMount: 'always' })
}

/** The pictures on the front page, in the order in which it shows them. */
export function useFrontPage() {
  return useQuery({
    queryKey: queryKeys.frontPage,
    queryFn: () => listGalleryImages(frontPageSlug),
    refetchOnMount: 'always',
  })
}
