const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** A point in time, as the visitor's browser writes it. */
export const DateTime = ({ at }: { at: string }) => <time dateTime={at}>{dateTime.format(new Date(at))}</time>
