import type { SiteContent } from './page-props'

const year = new Date().getFullYear()

/** The year of the build, which a script replaces with that of the visit. */
export const Copyright = ({ site: { company, name } }: { site: SiteContent['site'] }) => (
  <span>
    {'© '}
    <span data-year="">{year}</span>
    {` ${company ?? name}`}
  </span>
)
