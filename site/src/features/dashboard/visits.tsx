import { useId } from 'react'
import type { Figures } from '../../api/types'
import { Note } from '../../ui/note'
import { DailyChart } from './daily-chart'
import styles from './dashboard.module.css'

/** The visits of the last 30 days: each day, the pages and the referring sites with the most. */
export const Visits = ({ visits: { daily, pages, sites }, today }: Pick<Figures, 'visits' | 'today'>) => (
  <DailyChart title="Visits" things="visits" counts={daily} today={today}>
    <Largest title="Pages" counts={pages} />
    <Largest title="From" counts={sites} />
  </DailyChart>
)

function Largest({ title, counts }: { title: string; counts: Figures['visits']['pages'] }) {
  const id = useId()
  return (
    <div>
      <h3 id={id}>{title}</h3>
      {counts.length === 0 && <Note>None yet.</Note>}
      <ol aria-labelledby={id} className={styles.largest}>
        {counts.map(({ name, count }) => (
          <li key={name}>
            <span title={name} className="one-line">
              {name}
            </span>
            <span>{count.toLocaleString()}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
