import { Link, type LinkProps } from 'react-router-dom'

/** A link to a page of this site, without the attribute that only a router with a server of its own reads. */
export const SiteLink = (props: LinkProps) => <Link discover="none" {...props} />
