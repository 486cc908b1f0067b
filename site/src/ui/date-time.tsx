const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const dayAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })

/** A day in the visitor's locale: the one format of the product. */
export const formatDay = (at: string | Date) => day.format(new Date(at))

export const formatDateTime = (at: string | Date) => dayAndTime.format(new Date(at))

export const formatTime = (at: string | Date) => time.format(new Date(at))

export const Time = ({ at }: { at: string }) => <time dateTime={at}>{formatTime(at)}</time>

export const Day = ({ at }: { at: string }) => <time dateTime={at}>{formatDay(at)}</time>

export const DateTime = ({ at }: { at: string }) => <time dateTime={at}>{formatDateTime(at)}</time>
