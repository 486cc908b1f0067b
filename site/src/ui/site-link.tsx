import { Link, NavLink, type LinkProps, type NavLinkProps } from 'react-router-dom'

// Both leave out of the markup what only a router with a server of its own reads.

/** A link to a page of this site. */
export const SiteLink = (props: LinkProps) => <Link discover="none" {...props} />

/** A link that is marked as the current one at its path and below it. */
export const SiteNavLink = (props: Omit<NavLinkProps, 'className'>) => (
  <NavLink discover="none" {...props} className={() => undefined} />
)
