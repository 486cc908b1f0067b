import { useId, type ReactNode } from 'react'
import { formatDay } from '../../ui/date-time'
import { EmptyState } from '../../ui/empty-state'
import { IconChartBar } from '../../ui/icons'
import { Toolbar } from '../../ui/layout'
import { Note } from '../../ui/note'
import { Section } from '../../ui/section'
import { capitalised } from '../../lib/event-name'
import styles from './dashboard.module.css'

const height = 100
const [step, gap] = [10, 3]

interface DailyChartProps {
  title: string
  /** The counted events, in the plural: "downloads". */
  things: string
  /** One number for each day, today's last. */
  counts: readonly number[]
  /** The current day in the owner's time zone. */
  today: string
  /** Beside the chart, if anything was counted. */
  children?: ReactNode
}

/** How often something happened on each of the last 30 days. */
export function DailyChart({ title, things, counts, today, children }: DailyChartProps) {
  const id = useId()
  const total = counts.reduce((sum, count) => sum + count, 0)
  const width = counts.length * step - gap
  const most = Math.max(...counts, 1)
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number)
  const days = counts.map((count, index) => ({
    count,
    label: formatDay(new Date(year, month - 1, day - (counts.length - 1 - index))),
  }))
  const chart = (
    <div>
      <p className={styles.total}>{total.toLocaleString()}</p>
      <Note>{(counts.at(-1) ?? 0).toLocaleString()} today</Note>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${total} ${things} in 30 days`}
        aria-describedby={id}
        className={styles.chart}
      >
        <path d={`M0 .5h${width}M0 ${height / 2}h${width}`} />
        {days.map(({ count, label }, index) => {
          const size = count === 0 ? 2 : (count / most) * height
          return (
            <rect
              key={label}
              x={index * step}
              y={height - size}
              width={step - gap}
              height={size}
              data-none={count === 0 || undefined}
            >
              <title>{`${label}: ${count}`}</title>
            </rect>
          )
        })}
      </svg>
      <Toolbar as="p" className={styles.axis} aria-hidden="true">
        <span>{days[0]?.label}</span>
        <span>{days.at(-1)?.label}</span>
      </Toolbar>
      <table id={id} className="visually-hidden">
        <tbody>
          {days.map(({ count, label }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
  return (
    <Section title={title} action={<Note as="span">Last 30 days</Note>}>
      {total === 0 ? (
        <EmptyState
          icon={IconChartBar}
        >{`${capitalised(things)} are counted from the first one on.`}</EmptyState>
      ) : (
        <div className={styles.beside}>
          {chart}
          {children}
        </div>
      )}
    </Section>
  )
}
