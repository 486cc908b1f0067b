import { lazy, Suspense } from 'react'
import { Note } from '../../ui/note'
import { useQuery } from '@tanstack/react-query'
import { getOverview } from '../../api/admin'
import { getFigures } from '../../api/dashboard'
import { frontPageSlug } from '../../api/front-page'
import { listGalleryImages } from '../../api/photos'
import { queryKeys } from '../../api/query-keys'
import type { Figures, User } from '../../api/types'
import { count } from '../../lib/text'
import { eventName } from '../../lib/event-name'
import { AccessDenied, LoadingAuthentication } from '../../ui/access-card'
import { ActionCard, ActionCards } from '../../ui/action-card'
import { Badge } from '../../ui/badge'
import { Card } from '../../ui/card'
import { DateTime } from '../../ui/date-time'
import { Icon } from '../../ui/icon'
import {
  IconArrowRight,
  IconExternalLink,
  IconFileText,
  IconHistory,
  IconPencil,
  IconPhoto,
  IconUserEdit,
} from '../../ui/icons'
import { IconTile, RowTile } from '../../ui/icon-tile'
import { Thumbnail } from '../../ui/photo'
import { Grid, Lines, Row, Stack, WithRail } from '../../ui/layout'
import { LinkButton, SiteLink } from '../../ui/link'
import { LoadFailure } from '../../ui/list-screen'
import { PageHead } from '../../ui/page-head'
import { Skeleton } from '../../ui/progress'
import { usePublishing } from '../../api/use-publishing'
import { Publishing } from './publishing'
import { Section } from '../../ui/section'
import { useAuth } from '../auth/use-auth'
import { Attention } from './attention'
import styles from './dashboard.module.css'
import { DailyChart } from './daily-chart'
import { Visits } from './visits'

/** It reads all content, for which it needs the code of the content model. */
const FinishSite = lazy(() => import('./finish-site'))

/** The first screen of staff: what needs attention, figures, links. Nothing is fetched for anybody else. */
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
  const { data: publishing } = usePublishing()
  const backend = user.backend_admin_url
  const unknown = (things: string) =>
    isError ? `The ${things} could not be counted.` : `Counting the ${things}...`
  return (
    <>
      <PageHead
        title={
          <>
            <span>{`Welcome back, ${user.first_name || user.email}`}</span>
            {figures?.setup === 'sample' && (
              <>
                {' '}
                <Badge tone="honey" className={styles.sample}>
                  Sample
                </Badge>
              </>
            )}
          </>
        }
        actions={
          <Row gap="sm" className={styles.quick}>
            <LinkButton to="/documents#replace-cv">
              <Icon of={IconFileText} />
              Replace CV
            </LinkButton>
            <LinkButton to="/photos#upload">
              <Icon of={IconPhoto} />
              Upload photos
            </LinkButton>
            <LinkButton to="/content" variant="primary">
              <Icon of={IconPencil} />
              Edit content
            </LinkButton>
          </Row>
        }
      >
        Manage everything on your site.
      </PageHead>
      <Stack gap="card">
        {figures?.setup === 'sample' && <OwnSite />}
        {isError && (
          <LoadFailure onRetry={() => void refetch()}>Failed to count documents and photos.</LoadFailure>
        )}
        {!figures && !isError && (
          <Stack gap="card" aria-hidden="true">
            <Section title="Needs attention" flush>
              <Skeleton rows={3} />
            </Section>
            <WithRail even>
              <Section title="Visits">
                <Skeleton rows={2} />
              </Section>
              <Section title="CV downloads">
                <Skeleton rows={2} />
              </Section>
            </WithRail>
          </Stack>
        )}
        {figures && (
          <>
            <Suspense fallback={<Section title="Finish your site">{undefined}</Section>}>
              <FinishSite isSample={figures.setup === 'sample'}>
                <Attention figures={figures} publishing={publishing} />
              </FinishSite>
            </Suspense>
            {[...figures.visits.daily, ...figures.cv_downloads].every((count) => count === 0) ? (
              <Note>Visits and CV downloads are counted from the first one on.</Note>
            ) : (
              <WithRail even>
                <Visits visits={figures.visits} today={figures.today} />
                <DailyChart
                  title="CV downloads"
                  things="downloads"
                  counts={figures.cv_downloads}
                  today={figures.today}
                />
              </WithRail>
            )}
          </>
        )}
        <ActionCards>
          <ActionCard icon={IconFileText} title="Manage My Documents" to="/documents">
            {figures ? aboutDocuments(figures) : unknown('documents')}
          </ActionCard>
          <ActionCard icon={IconPhoto} title="Manage My Photos" to="/photos">
            {figures ? aboutPhotos(figures) : unknown('photos')}
          </ActionCard>
          {backend && (
            <ActionCard icon={IconExternalLink} title="Backend admin" href={backend} external>
              Users, audit log and system. Opens in a new tab.
            </ActionCard>
          )}
        </ActionCards>
        <WithRail even>
          <RecentChanges user={user} />
          <FrontPageStrip />
        </WithRail>
        <Publishing />
      </Stack>
    </>
  )
}

/** Leads from the sample to the set-up. */
const OwnSite = () => (
  <Card as="section" className={styles.own}>
    <IconTile>
      <Icon of={IconUserEdit} size={22} />
    </IconTile>
    <div className="grow">
      <h2>Start your own site</h2>
      <p>
        You’re looking at a sample person. Starting your own takes about five minutes; the sample’s texts,
        photos and documents are removed when you finish.
      </p>
    </div>
    <LinkButton to="/setup" variant="primary">
      Start your own site
      <Icon of={IconArrowRight} size={18} />
    </LinkButton>
  </Card>
)

function aboutDocuments({ documents, categories, current_documents }: Figures): string {
  const there = `${count(documents, 'document')} in ${count(categories, 'category', 'categories')}.`
  return `${there} ${current_documents} marked current.`
}

function aboutPhotos({ images, galleries, front_page_images }: Figures): string {
  const there = `${count(images, 'photo')} in ${count(galleries, 'gallery', 'galleries')}.`
  return `${there} ${front_page_images} on the front page.`
}

/** The actions on content, whose titles are its targets. */
const verbs: Record<string, string> = {
  'texts published': 'published',
  'texts scheduled': 'scheduled',
  'schedule cancelled': 'cancelled the publication of',
}

/** The latest entries of the audit log. */
function RecentChanges({ user }: { user: User }) {
  const { data } = useQuery({
    queryKey: [...queryKeys.admin, 'overview'],
    queryFn: getOverview,
    refetchOnMount: 'always',
  })
  return (
    <Section
      title="Recent changes"
      action={<SiteLink to="/backend/admin/audit">View audit log</SiteLink>}
      flush
    >
      <Lines edge>
        {data?.recent.slice(0, 5).map(({ id, at, action, actor, target }) => (
          <li key={id}>
            <RowTile of={IconHistory} />
            <p>
              {verbs[action] ? (
                <>
                  <span>{`${actor === user.email ? 'You' : actor || 'The server'} ${verbs[action]} `}</span>
                  <strong>{target}</strong>
                </>
              ) : (
                <>
                  <span>{`${eventName(action)} `}</span>
                  <strong>{target}</strong>
                  {actor !== target && <Note as="span"> {actor || 'Server'}</Note>}
                </>
              )}
            </p>
            <Note as="span">
              <DateTime at={at} />
            </Note>
          </li>
        ))}
      </Lines>
    </Section>
  )
}

/** The photos on the front page, in its order. */
function FrontPageStrip() {
  const { data: images = [] } = useFrontPage()
  return (
    <Section title="On the front page" action={<SiteLink to="/galleries">Arrange</SiteLink>}>
      <Grid as="ol" columns="narrow" className={styles.strip}>
        {images.map(({ id, thumbnail_url, alt_text, title, focal_point }) => (
          <li key={id}>
            <Thumbnail src={thumbnail_url} alt={alt_text} focalPoint={focal_point} />
            {alt_text === '' && <span className="visually-hidden">{title}</span>}
          </li>
        ))}
      </Grid>
      {images.length === 0 && <LinkButton to="/galleries">Choose photos</LinkButton>}
      {images.length > 0 && (
        <Note>
          {count(images.length, 'photo')} of the gallery <code>{frontPageSlug}</code>
        </Note>
      )}
    </Section>
  )
}

/** The current figures. Each visit fetches them again. */
function useFigures() {
  return useQuery({ queryKey: queryKeys.figures, queryFn: getFigures, refetchOnMount: 'always' })
}

/** The photos on the front page, in its order. */
function useFrontPage() {
  return useQuery({
    queryKey: queryKeys.frontPage,
    queryFn: () => listGalleryImages(frontPageSlug),
    refetchOnMount: 'always',
  })
}
