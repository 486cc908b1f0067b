import { Link, type LinkProps } from 'react-router-dom'

/** A link without the attribute that only a server-side router reads. */
export const SiteLink = (props: LinkProps) => <Link discover="none" {...props} />
