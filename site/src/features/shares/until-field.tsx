import { useState } from 'react'
import { clockIn } from '../../lib/time-zone'
import { formatDay } from '../../ui/date-time'
import { TextField } from '../../ui/field'
import { Note } from '../../ui/note'
import { Segmented } from '../../ui/segmented'
import { Titled } from './titled'

const ends = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['date', 'Date…'],
  ['none', 'No end'],
] as const

/** The last day of a share, such as '2026-12-26'; empty if it has not been chosen, null for no end. */
export type Until = string | null

/** The choice at first. */
export const usualEnd = () => dayIn(30)

interface UntilFieldProps {
  value: Until
  onChange: (until: Until) => void
}

/** Chooses the last day of a share. */
export function UntilField({ value, onChange }: UntilFieldProps) {
  const [end, setEnd] = useState<(typeof ends)[number][0]>(
    value === null ? 'none' : value === usualEnd() ? '30' : 'date',
  )
  const [date, setDate] = useState(end === 'date' && value ? value : '')
  return (
    <Titled title="Until">
      <Segmented
        label="Until"
        options={ends}
        value={end}
        onChoose={(next) => {
          setEnd(next)
          onChange(next === 'none' ? null : next === 'date' ? date : dayIn(Number(next)))
        }}
      />
      {end === 'date' && (
        <TextField
          name="until"
          type="date"
          label={<span className="visually-hidden">Last day</span>}
          min={dayIn(0)}
          value={date}
          onChange={({ target }) => {
            setDate(target.value)
            onChange(target.value)
          }}
        />
      )}
      <Note role="status">{sentence(value)}</Note>
    </Titled>
  )
}

function sentence(until: Until): string {
  if (until === null) return 'No end. You can revoke it at any time.'
  return until < dayIn(0) ? 'Choose its last day.' : `${formatDate(until)}. You can revoke it earlier.`
}

/** A day without a time, in the visitor's locale. */
export const formatDate = (day: string) => formatDay(`${day}T00:00`)

/** The day on the visitor's clock so many days from now. */
function dayIn(days: number): string {
  const day = new Date()
  day.setDate(day.getDate() + days)
  return clockIn(undefined, day).slice(0, 10)
}
